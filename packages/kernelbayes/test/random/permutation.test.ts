import { expect, test } from "vitest";
import { permutation } from "../../src/random/permutation.ts";
import { stream } from "../../src/random/stream.ts";
import fixture from "../fixtures/random/streams.json" with { type: "json" };
import { equalChancesProbability, falseAlarm } from "./goodness.ts";

test("a permutation holds every number once and is that of a second implementation", () => {
  expect([...permutation(stream(7), 20)]).toEqual(fixture.permutation);
  expect(permutation(stream(8), 1000).toSorted()).toEqual(Int32Array.from({ length: 1000 }, (_, i) => i));
  expect(permutation(stream(7), 0)).toEqual(new Int32Array(0));
  expect(permutation(stream(7), 1)).toEqual(Int32Array.of(0));
});

function countOrders(draw: () => ArrayLike<number>): number[] {
  const counts = new Map<string, number>();
  for (let i = 0; i < 24_000; i++) {
    const order = Array.from(draw()).join();
    counts.set(order, (counts.get(order) ?? 0) + 1);
  }
  return [...counts.values()];
}

test("all 24 orders of four things are equally likely", () => {
  const source = stream(7);
  const counts = countOrders(() => permutation(source, 4));
  expect(counts).toHaveLength(24);
  expect(equalChancesProbability(counts)).toBeGreaterThan(falseAlarm);
});

test("the common mistake of exchanging with any place would be found out", () => {
  const source = stream(7);
  const counts = countOrders(() => {
    const order = [0, 1, 2, 3];
    for (let i = 0; i < 4; i++) {
      const j = source.integer(4);
      [order[i], order[j]] = [order[j], order[i]];
    }
    return order;
  });
  expect(equalChancesProbability(counts)).toBeLessThan(falseAlarm);
});
