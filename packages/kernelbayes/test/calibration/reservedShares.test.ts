import { expect, test } from "vitest";
import {
  sharesToReserve,
  withoutReservedRows,
  withReserved,
  withReservedRows,
} from "../../src/calibration/reservedShares.ts";
import { fromRows } from "../../src/matrix/index.ts";
import { expectClose } from "../evaluate/expectClose.ts";

test("after N tests 1/(N + 2) is kept by the frequencies, and an untested class keeps all of its own", () => {
  const tests = { classes: Int32Array.of(0, 0, 1), weights: Float64Array.of(2, 4, 2) };
  expectClose(sharesToReserve(Float64Array.of(6, 3, 1), tests), [0.06, 0.03, 0.1], 1e-12);
  const none = { classes: new Int32Array(0), weights: new Float64Array(0) };
  expectClose(sharesToReserve(Float64Array.of(3, 1), none), [0.375, 0.125], 1e-12);
});

test("a class that the scores rule out keeps its share, and the sum stays one", () => {
  const logs = withReserved(Float64Array.of(0, -900), Float64Array.of(0.02, 0.03));
  expectClose(logs.map(Math.exp), [0.97, 0.03], 1e-12);
  expect(logs.every(Number.isFinite)).toBe(true);
});

test("what a model says without its reserved shares comes back, and is finite where they were all there was", () => {
  const reserved = Float64Array.of(0.02, 0.03);
  const own = fromRows([[0.3, 0.7].map(Math.log), [1 - 1e-6, 1e-6].map(Math.log), [0, -900]]);
  const found = withoutReservedRows(withReservedRows(own, reserved), reserved);
  expectClose(found.data.slice(0, 3), own.data.slice(0, 3), 1e-9);
  expect(found.data[4]).toBeCloseTo(0, 12);
  expect(found.data[5]).toBeLessThan(-30);
  expect(found.data.every(Number.isFinite)).toBe(true);
});
