import { expect, test } from "vitest";
import { room } from "../../src/matrix/room.ts";

test("matrices of any shape share memory that grows as it must", () => {
  const take = room();
  const first = take(2, 3);
  expect([first.rows, first.columns, first.data.length]).toEqual([2, 3, 6]);
  const second = take(1, 4);
  expect(second.data.buffer).toBe(first.data.buffer);
  second.data.set([1, 2, 3, 4]);
  expect(Array.from(first.data)).toEqual([1, 2, 3, 4, 0, 0]);
  const larger = take(3, 3);
  expect([larger.rows, larger.columns, larger.data.length]).toEqual([3, 3, 9]);
  expect(larger.data.buffer).not.toBe(first.data.buffer);
});

test("two rooms have nothing in common, and nothing takes no room", () => {
  const [one, other] = [room(), room()];
  expect(one(2, 2).data.buffer).not.toBe(other(2, 2).data.buffer);
  expect(one(0, 5)).toMatchObject({ rows: 0, columns: 5 });
});
