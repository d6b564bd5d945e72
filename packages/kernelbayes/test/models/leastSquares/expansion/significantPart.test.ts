import { describe, expect, test } from "vitest";
import { kernelForm } from "../../../../src/models/leastSquares/canonical/canonicalForm.ts";
import {
  leaveOneOutAt,
  leaveOneOutOnGrid,
  responseOf,
} from "../../../../src/models/leastSquares/canonical/leaveOneOutAt.ts";
import { fisherTargets } from "../../../../src/models/leastSquares/canonical/recodedTargets.ts";
import { significantPart } from "../../../../src/models/leastSquares/expansion/significantPart.ts";
import { gaussian } from "../../../../src/kernels/gaussian.ts";
import { engine, relativeDifference, rowsOf } from "../problems.ts";

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
