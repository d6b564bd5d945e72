import { expect, test } from "vitest";
import { frozenCases } from "./cases.ts";
import { frozenResult, largestDifference, storedResult } from "./frozenResult.ts";
import { buildHere, storedPredictions } from "./storedPredictions.ts";

const { node, engine, cases: stored } = storedPredictions();
const here = buildHere();
/** On the build that stored them nothing may differ; elsewhere functions of Math may round otherwise. */
const sameBuild = here.node === node && here.engine === engine;
const cases = frozenCases();

test("every model, and every choice of every option, has a stored prediction, and none is left over", () => {
  expect(cases.map(({ key }) => key).toSorted()).toEqual(Object.keys(stored).toSorted());
});

test.each(cases)("$key predicts what it predicted", (frozen) => {
  const result = storedResult(frozenResult(frozen));
  const difference = largestDifference(stored[frozen.key], result);
  expect(difference).toBeLessThanOrEqual(sameBuild ? 0 : 1e-10);
  if (sameBuild) expect(result.hash).toBe(stored[frozen.key].hash);
});
