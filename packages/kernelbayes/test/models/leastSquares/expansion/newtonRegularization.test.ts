import { describe, expect, test } from "vitest";
import { press, smoothedError } from "../../../../src/models/leastSquares/canonical/criterionOf.ts";
import { leaveOneOutAt, leaveOneOutOnGrid } from "../../../../src/models/leastSquares/canonical/leaveOneOutAt.ts";
import { newtonRegularization } from "../../../../src/models/leastSquares/expansion/newtonRegularization.ts";
import { fisherCase, type FisherInput } from "../../../conformance/topics/orkfd.ts";
import golden from "../../../fixtures/golden/fisher/orkfd.json" with { type: "json" };
import { engine } from "../problems.ts";

describe.each(golden.cases)("in the golden case $name", ({ input, search }) => {
  const { form, response, targets, weights } = fisherCase(input as unknown as FisherInput);
  const grid = search.gridMu.map(Math.log);
  const [residuals] = leaveOneOutOnGrid(engine, form, [response], grid);
  const criteria = { smooth: smoothedError(targets, weights, input.gamma), press: press(weights) };
  const expected = { smooth: search.gridSmoothE, press: search.gridPress };

  test.each(["smooth", "press"] as const)("the grid and the refined optimum of %s are met", (name) => {
    const values = grid.map((_, k) => criteria[name].value(targets.map((_, i) => residuals.data[i * grid.length + k])));
    values.forEach((value, k) => expect(value).toBeCloseTo(expected[name][k], 8));
    const { gridArgmin, refined } = search[name];
    expect(values.indexOf(Math.min(...values))).toBe(gridArgmin);
    if (refined === null) return;
    const found = newtonRegularization(
      (logMu) => leaveOneOutAt(engine, form, response, logMu),
      criteria[name],
      grid[gridArgmin],
      {
        lower: grid[gridArgmin - 1],
        upper: grid[gridArgmin + 1],
      },
    );
    expect(found.converged).toBe(true);
    expect(found.value).toBeCloseTo(refined.value, 9);
    expect(found.logMu).toBeCloseTo(refined.logMu, 4);
  });
});

test("a search that runs to a limit stays there and says that it settled", () => {
  const { form, response, weights } = fisherCase(golden.cases[3].input as unknown as FisherInput);
  const limits = { lower: -3, upper: 2 };
  const tried: number[] = [];
  const residualsAt = (logMu: number): ReturnType<typeof leaveOneOutAt> => {
    tried.push(logMu);
    return leaveOneOutAt(engine, form, response, logMu);
  };
  const found = newtonRegularization(residualsAt, press(weights), 1, limits);
  expect(found).toMatchObject({ logMu: -3, converged: true });
  // And without asking there again.
  expect(tried.filter((logMu) => logMu === -3)).toHaveLength(1);
});

test("a step is not halved below the digits of the criterion", () => {
  // Newton's step of 1.5e-5 promises 2e-10 of a value of 1, and after 19 halvings less than its last digit.
  let asked = 0;
  const none = new Float64Array(0);
  const found = newtonRegularization(
    () => ({ residuals: none, first: none, second: none }),
    {
      derivatives: () => {
        asked++;
        return [1, 1.5e-5, 1] as const;
      },
    },
    0,
    { lower: -5, upper: 5 },
  );
  expect(found.converged).toBe(true);
  expect(asked).toBe(20);
});

test("a step that would gain less than anybody can tell is not taken", () => {
  let asked = 0;
  const none = new Float64Array(0);
  const found = newtonRegularization(
    () => ({ residuals: none, first: none, second: none }),
    { derivatives: () => [1, asked++ === 0 ? 1e-3 : 1e-6, 1] as const },
    0,
    { lower: -5, upper: 5 },
  );
  expect(found).toEqual({ logMu: 0, value: 1, iterations: 1, converged: true });
});
