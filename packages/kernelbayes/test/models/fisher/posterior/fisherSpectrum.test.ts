import { expect, test } from "vitest";
import { fisherContrasts } from "../../../../src/rows/fisherContrasts.ts";
import { kernelOnRows } from "../../../../src/rows/kernel/kernelOnRows.ts";
import { fisherPosterior } from "../../../../src/models/fisher/posterior/fisherPosterior.ts";
import { centeredKernel, rootProblem } from "../../../../src/rows/kernel/rootProblem.ts";
import { fisherSpectrum, spectralFigures } from "../../../../src/models/fisher/posterior/fisherSpectrum.ts";
import { linear } from "../../../../src/kernels/index.ts";
import { multiplyVector } from "../../../../src/matrix/index.ts";
import { expectClose } from "../../../evaluate/expectClose.ts";
import { engine, relative, sample, smooth, withoutFactors } from "../samples.ts";

const given = sample(14, 2);
const weighted = fisherContrasts(given.labels, given.weights);

test("its vectors are orthonormal, orthogonal to r, and diagonalize the kernel, also a singular one", () => {
  for (const kernel of [smooth(), linear()]) {
    const problem = rootProblem(kernelOnRows(engine, kernel, given.X, weighted), weighted);
    const { vectors, values } = fisherSpectrum(engine, problem);
    const gram = engine.symmetricProduct(vectors, { transpose: true });
    gram.data.forEach((value, at) => expect(Math.abs(value - (at % 14 === 0 ? 1 : 0))).toBeLessThan(1e-13));
    expectClose(multiplyVector(vectors, weighted.roots, { transpose: true }), new Float64Array(13), 1e-13);
    const turned = engine.multiply(vectors, engine.multiply(centeredKernel(problem), vectors), { transposeA: true });
    turned.data.forEach((value, at) =>
      expect(Math.abs(value - (at % 14 === 0 ? values[at / 14] : 0))).toBeLessThan(1e-12 * values[12]),
    );
    expect(Math.min(...values)).toBeGreaterThanOrEqual(0);
  }
});

test.each([1e-6, 1, 1e4])("with weights and copies it gives what the factor gives at β = %s", (precision) => {
  const prior = kernelOnRows(engine, smooth(), given.X, weighted);
  const spectrum = fisherSpectrum(engine, rootProblem(prior, weighted));
  const a = fisherPosterior(withoutFactors, prior, weighted, { precision });
  const b = fisherPosterior(engine, prior, weighted, { precision });
  expectClose(a.u, b.u, 1e-10);
  expect(relative(a.s, b.s)).toBeLessThan(1e-10);
  expect(relative(a.logDeterminant, b.logDeterminant)).toBeLessThan(1e-10);
  expect(relative(a.withinTrace(), b.withinTrace())).toBeLessThan(1e-9);
  expect(spectralFigures(spectrum, precision).s).toBe(a.s);
});

test("‖LKu‖² keeps its digits at both ends of β, where it is β²-independent or falls as 1/β²", () => {
  const spectrum = fisherSpectrum(engine, rootProblem({ K: smooth().matrix(engine, given.X) }, given.contrasts));
  const at = (beta: number): number => spectralFigures(spectrum, beta).projectedScatter;
  expect(relative(at(1e-9), at(1e-10))).toBeLessThan(1e-7);
  expect(relative(1e20 * at(1e10), 1e22 * at(1e11))).toBeLessThan(1e-6);
});
