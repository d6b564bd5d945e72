import golden from "../../../fixtures/golden/fisher/orkfd.json" with { type: "json" };
import { describe, expect, test } from "vitest";
import { kernelForm } from "../../../../src/models/leastSquares/canonical/canonicalForm.ts";
import {
  chooseRegularization,
  newtonRegularization,
  significantPart,
} from "../../../../src/models/leastSquares/expansion/chooseRegularization.ts";
import { criterionOf, press, smoothedError } from "../../../../src/models/leastSquares/canonical/criterionOf.ts";
import { leaveGroupsOut } from "../../../../src/models/leastSquares/canonical/residualMatrix.ts";
import {
  leaveOneOutOnGrid,
  responseOf,
  leaveOneOutAt,
} from "../../../../src/models/leastSquares/canonical/leaveOneOutAt.ts";
import { fisherTargets } from "../../../../src/models/leastSquares/expansionProblem.ts";
import { engine, rowsOf, relativeDifference } from "../problems.ts";
import { fisherCase, type FisherInput } from "../../../conformance/topics/orkfd.ts";
import { gaussian } from "../../../../src/kernels/gaussian.ts";

const { K, signs, weights } = rowsOf(60, { weighted: true });
const others = signs.map((sign, i) => (i % 5 === 0 ? -sign : sign));
const targets = [fisherTargets(signs, weights), fisherTargets(others, weights)];
const form = kernelForm(engine, K, "coefficients", { weights, bias: "free" });
const responses = targets.map((machine) => responseOf(engine, form, machine));

describe.each(["logScore", "error", "press"] as const)("by %s", (name) => {
  const criteria = targets.map((machine) => criterionOf({ name, sharpness: 2 }, machine, weights));
  const valueAt = (logMu: number): number =>
    leaveOneOutOnGrid(engine, form, responses, [logMu]).reduce((sum, { data }, m) => sum + criteria[m].value(data), 0);

  test("no regularization near the chosen one, and none of a coarse grid, is better for the sum of the machines", () => {
    const { logMu, value, atLimit } = chooseRegularization(engine, form, responses, criteria);
    expect(atLimit).toBe(false);
    expect(value).toBeCloseTo(valueAt(logMu), 7);
    for (const step of [-0.1, -0.01, 0.01, 0.1]) expect(valueAt(logMu + step)).toBeGreaterThan(value - 1e-8);
    for (let at = -12; at <= 12; at += 2) expect(valueAt(at)).toBeGreaterThan(value - 1e-8);
  });

  test("groups are left out as a whole", () => {
    const groups = Array.from({ length: 12 }, (_, g) => Int32Array.from({ length: 5 }, (_, i) => 5 * g + i));
    const { logMu, value } = chooseRegularization(engine, form, responses, criteria, groups);
    const grouped = (at: number): number =>
      leaveGroupsOut(engine, form, responses, Math.exp(at), groups).reduce(
        (sum, residuals, m) => sum + criteria[m].value(residuals),
        0,
      );
    expect(value).toBeCloseTo(grouped(logMu), 7);
    for (const step of [-0.2, 0.2]) expect(grouped(logMu + step)).toBeGreaterThan(value - 1e-6);
  });
});

test("a criterion that falls without end is followed to the limit, which is said", () => {
  const criterion = criterionOf({ name: "press", sharpness: 10 }, targets[0], weights);
  // The more is penalized the smaller the outputs; only they count here.
  const fading = {
    ...criterion,
    value: (residuals: ArrayLike<number>) => criterion.value(Float64Array.from(residuals, (e, i) => e - targets[0][i])),
    derivatives: (left: Parameters<typeof criterion.derivatives>[0]) =>
      criterion.derivatives({ ...left, residuals: left.residuals.map((e, i) => e - targets[0][i]) }),
  };
  const none = kernelForm(engine, K, "function", { weights, bias: "none" });
  const { atLimit } = chooseRegularization(engine, none, [responseOf(engine, none, targets[0])], [fading]);
  expect(atLimit).toBe(true);
});

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

describe("the significant part of a form", () => {
  const { X, signs, weights } = rowsOf(90, { weighted: true });
  // Two rows far from all others and from each other: nothing but their own eigenvectors touches them.
  X.data.set([90, 0, 0, 90], 0);
  const K = gaussian({ lengthScale: 2.5 }).matrix(engine, X);
  const targets = [fisherTargets(signs, weights), signs.map((sign, i) => (i % 3 === 0 ? -sign : sign))];
  const leastMu = 1e-8;
  const grid = [leastMu, 1e-5, 0.1, 1e4].map(Math.log);

  describe.each(["free", "none", "regularized"] as const)("with bias %s", (bias) => {
    describe.each(["function", "coefficients"] as const)("and the penalty of the %s", (penalty) => {
      const form = kernelForm(engine, K, penalty, { weights, bias });
      const responses = targets.map((machine) => responseOf(engine, form, machine));
      const part = significantPart(engine, form, responses, leastMu);
      const isThin = !(bias === "regularized" && penalty === "coefficients");

      test("few vectors are kept, unless the form is thin already", () => {
        if (isThin) expect(part.form.basis.columns).toBeLessThan(75);
        else expect(part.form).toBe(form);
      });

      test("the residuals are those of all vectors, each to its own digits", () => {
        const expected = leaveOneOutOnGrid(engine, form, responses, grid);
        const actual = leaveOneOutOnGrid(engine, part.form, part.responses, grid);
        actual.forEach(({ data }, m) => {
          data.forEach((value, at) => {
            const exact = expected[m].data[at];
            expect(Math.abs(value - exact)).toBeLessThan(1e-9 * Math.abs(exact) + 1e-12);
          });
        });
      });

      test("and so are their derivatives", () => {
        for (const logMu of grid) {
          part.responses.forEach((response, m) => {
            const expected = leaveOneOutAt(engine, form, responses[m], logMu);
            const actual = leaveOneOutAt(engine, part.form, response, logMu);
            for (const name of ["residuals", "first", "second"] as const) {
              expect(relativeDifference(actual[name], expected[name])).toBeLessThan(1e-9);
            }
          });
        }
      });
    });
  });

  test("rows of which little lies outside are summed over what lies there, not taken as differences", () => {
    const form = kernelForm(engine, K, "coefficients", { weights, bias: "none" });
    const { remainder } = significantPart(engine, form, [responseOf(engine, form, targets[0])], leastMu).form;
    for (const far of [0, 1]) expect(remainder?.[far]).toBeLessThan(1e-25);
  });

  test("a kernel all of whose vectors matter stays as it is", () => {
    const rough = gaussian({ lengthScale: 0.05 }).matrix(engine, X);
    const form = kernelForm(engine, rough, "coefficients", { weights, bias: "free" });
    const responses = [responseOf(engine, form, targets[0])];
    const part = significantPart(engine, form, responses, leastMu);
    expect(part.form).toBe(form);
    expect(part.responses).toBe(responses);
  });
});
