import { describe, expect, test } from "vitest";
import { fisherContrasts } from "../../../src/rows/fisherContrasts.ts";
import { kernelOnRows, ownVariances } from "../../../src/rows/kernel/kernelOnRows.ts";
import { nugget, product, gaussian, sum, type Kernel } from "../../../src/kernels/index.ts";
import { matrix } from "../../../src/engine/matrix.ts";
import { toRows, traceOfProduct } from "../../../src/matrix/index.ts";
import { expectClose } from "../../evaluate/expectClose.ts";
import { ard, copied, differencesInLogs, engine, sample, smooth } from "../../models/fisher/samples.ts";

const given = sample(9, 2);
const weighted = fisherContrasts(given.labels, given.weights);
const W = matrix(9, 9);
for (let i = 0; i < 9; i++) for (let j = 0; j < 9; j++) W.data[i * 9 + j] = Math.cos(i * j + 1) + (i === j ? 1 : 0);
const slopes = Float64Array.from({ length: 9 }, (_, i) => Math.sin(i + 1));
const kernels: [string, Kernel][] = [
  ["gaussian and nugget", smooth()],
  ["gaussian alone", smooth(1.3, 1.1, 0)],
  ["composite", ard(2)],
  ["product with a nugget", sum(gaussian(), product(nugget({ variance: 0.2 }), ard(2)))],
];

test("without weights it is the kernel matrix and its gradient", () => {
  const kernel = smooth();
  const { K, contract } = kernelOnRows(engine, kernel, given.X, given.contrasts);
  expectClose(K.data, kernel.matrix(engine, given.X).data, 0);
  expectClose(contract(W, slopes), kernel.gradient(engine, given.X, W), 0);
});

test("with weights it is the covariance of the means over copies", () => {
  const copies = copied(given);
  const rows = given.weights.flatMap((w, i) => new Array<number>(w).fill(i));
  for (const [, kernel] of kernels) {
    const all = toRows(kernel.matrix(engine, copies.X));
    const { K, own } = kernelOnRows(engine, kernel, given.X, weighted);
    for (let a = 0; a < 9; a++) {
      for (let b = 0; b < 9; b++) {
        let mean = 0;
        rows.forEach((i, k) => rows.forEach((j, l) => (mean += i === a && j === b ? all[k][l] : 0)));
        mean /= given.weights[a] * given.weights[b];
        expect(Math.abs(K.data[a * 9 + b] - mean)).toBeLessThan(1e-14 * 10);
      }
    }
    expectClose(own, ownVariances(kernel, given.X), 0);
  }
});

describe.each(kernels)("with a kernel of %s", (_, kernel) => {
  test.each([0, 1e-8, 0.5])("the contraction is the derivative in the logarithms, nugget at least %s", (leastOwn) => {
    const value = (at: Kernel): number => {
      const { K, own } = kernelOnRows(engine, at, given.X, weighted, { leastOwn });
      return traceOfProduct(W, K) + own.reduce((total, eta, i) => total + slopes[i] * eta, 0);
    };
    const { contract } = kernelOnRows(engine, kernel, given.X, weighted, { leastOwn });
    expectClose(contract(W, slopes), differencesInLogs(kernel, value), 1e-8);
  });
});

test("a nugget below the floor is raised to it", () => {
  const { K, own } = kernelOnRows(engine, smooth(1, 1, 0), given.X, given.contrasts, { leastOwn: 0.1 });
  expectClose(own, new Float64Array(9).fill(0.1), 1e-15);
  expect(K.data[0]).toBeCloseTo(1.1, 14);
});
