import { matrix } from "kernelbayes/engine";
import { expect, test } from "vitest";
import { logOddsOf, marginOf } from "../../src/charts/planeFields.ts";

const logs = matrix(2, 3, Float64Array.from([0.5, 0.3, 0.2, 0.1, 0.1, 0.8].map(Math.log)));

test("the margin of a class is positive where it is the most probable, and 0 in a draw of the two best", () => {
  expect([...marginOf(logs, 0)]).toEqual([expect.closeTo(Math.log(5 / 3), 12), expect.closeTo(Math.log(1 / 8), 12)]);
  expect([...marginOf(logs, 2)]).toEqual([expect.closeTo(Math.log(2 / 5), 12), expect.closeTo(Math.log(8), 12)]);
});

test("log odds keep their digits where a probability is nearly 1", () => {
  expect([...logOddsOf(logs, 1)]).toEqual([expect.closeTo(Math.log(3 / 7), 12), expect.closeTo(Math.log(1 / 9), 12)]);
  const sure = matrix(1, 3, Float64Array.from([0, -60, -60]));
  expect(logOddsOf(sure, 0)[0]).toBeCloseTo(60 - Math.log(2), 10);
});
