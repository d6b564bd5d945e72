import { expect, test } from "vitest";
import { matrix, type Matrix } from "../../../../src/engine/matrix.ts";
import { leaveBlocksOut, type ShrunkenFit } from "../../../../src/models/leastSquares/penalized/leaveBlocksOut.ts";
import { penalizedForm } from "../../../../src/models/leastSquares/penalized/penalizedForm.ts";
import { responseOf } from "../../../../src/models/leastSquares/canonical/leaveOneOutAt.ts";
import { solutionAt } from "../../../../src/models/leastSquares/expansion/formExpansion.ts";
import { dot, row, selectRows } from "../../../../src/matrix/index.ts";
import { expectClose } from "../../../evaluate/expectClose.ts";
import { engine, sample, smooth } from "../../fisher/samples.ts";

const kernel = smooth(1, 1, 0);
const mu = 0.3;
const given = sample(15, 2);
const targets = Float64Array.from(given.labels, (label, i) => label + 0.1 * Math.sin(i));

function fitOf(X: Matrix, t: Float64Array, weights: Float64Array): ShrunkenFit {
  const { form, constant } = penalizedForm(engine, { K: kernel.matrix(engine, X) }, "kernel", weights);
  const { coordinates } = responseOf(engine, form, t);
  return {
    basis: form.basis,
    constant,
    coordinates: matrix(coordinates.length, 1, coordinates),
    shares: form.eigenvalues.map((value) => mu / (value + mu)),
    rootWeights: form.rootWeights,
  };
}

/** The output at a row by a fit to some rows with weights. */
function refit(rows: readonly number[], weights: Float64Array, at: number): number {
  const X = selectRows(given.X, rows);
  const { form } = penalizedForm(engine, { K: kernel.matrix(engine, X) }, "kernel", weights);
  const response = responseOf(
    engine,
    form,
    Float64Array.from(rows, (i) => targets[i]),
  );
  const { coefficients, bias } = solutionAt(form, response, mu);
  const x = matrix(1, 2, Float64Array.from(row(given.X, at)));
  return dot(kernel.cross(engine, X, x).data, coefficients) + bias;
}

test("with A = K the residuals of blocks are those of fits without them", () => {
  const fit = fitOf(given.X, targets, new Float64Array(15).fill(1));
  const blocks = [[0, 4, 7], [2], [1, 3, 5, 6, 9]].map((rows) => ({
    rows: Int32Array.from(rows),
    masses: new Float64Array(rows.length).fill(1),
  }));
  const left = leaveBlocksOut(engine, fit, blocks);
  blocks.forEach(({ rows }, block) => {
    const rest = [...Array(15).keys()].filter((i) => !rows.includes(i));
    const expected = Array.from(rows, (i) => targets[i] - refit(rest, new Float64Array(rest.length).fill(1), i));
    expectClose(left[block]?.data ?? [], expected, 1e-10);
  });
});

test("of a weight a part may be left out, and the rest stays", () => {
  const weights = Float64Array.from(given.weights, (w) => w + 0.5);
  const fit = fitOf(given.X, targets, weights);
  const rows = Int32Array.of(1, 8, 12);
  const masses = Float64Array.of(1, weights[8], 0.25);
  const [left] = leaveBlocksOut(engine, fit, [{ rows, masses }]);
  const kept = weights.slice();
  rows.forEach((i, k) => (kept[i] -= masses[k]));
  const rest = [...Array(15).keys()].filter((i) => kept[i] > 0);
  const expected = Array.from(
    rows,
    (i) =>
      targets[i] -
      refit(
        rest,
        Float64Array.from(rest, (j) => kept[j]),
        i,
      ),
  );
  expectClose(left?.data ?? [], expected, 1e-10);
});

test("where the rows that stay do not fix the fit there is no residual", () => {
  const fit = fitOf(given.X, targets, new Float64Array(15).fill(1));
  const interpolating = { ...fit, shares: new Float64Array(15) };
  interpolating.shares[0] = 1;
  expect(leaveBlocksOut(engine, interpolating, [{ rows: Int32Array.of(0, 1), masses: Float64Array.of(1, 1) }])).toEqual(
    [undefined],
  );
});
