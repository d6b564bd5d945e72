import { createRequire } from "node:module";
import { expect, test } from "vitest";
import { selectEngine } from "../../src/engine/selectEngine.ts";
import { biasOf } from "../../src/models/supportVector/dual.ts";
import { kernelRows } from "../../src/rows/kernel/kernelRows.ts";
import { minimalOptimization } from "../../src/models/supportVector/minimalOptimization.ts";
import { gaussian } from "../../src/kernels/gaussian.ts";
import { toRows } from "../../src/matrix/row.ts";
import { cloudRows } from "../models/supportVector/trainingRows.ts";

/** The part of libsvm-js that is used. */
interface Machine {
  train(samples: readonly (readonly number[])[], labels: readonly number[]): void;
  serializeModel(): string;
  free(): void;
}

type Machines = new (options: Readonly<Record<string, string | number | boolean>>) => Machine;

/** Coefficients, support vectors and constant from the text that LIBSVM writes. */
function outputsOf(model: string, rows: readonly (readonly number[])[], gamma: number): number[] {
  const [head, body] = model.split("\nSV\n");
  const rho = Number(/\nrho (\S+)/.exec(head)?.[1]);
  // LIBSVM counts in favour of the label it met first.
  const first = Number(/\nlabel (\S+)/.exec(head)?.[1]);
  const vectors = body
    .trim()
    .split("\n")
    .map((line) => {
      const [coefficient, ...cells] = line.trim().split(/\s+/);
      return { coefficient: Number(coefficient), x: cells.map((cell) => Number(cell.split(":")[1])) };
    });
  return rows.map((row) => {
    const sum = vectors.reduce((total, { coefficient, x }) => {
      const square = row.reduce((squares, value, j) => squares + (value - (x[j] ?? 0)) ** 2, 0);
      return total + coefficient * Math.exp(-gamma * square);
    }, 0);
    return first * (sum - rho);
  });
}

test("outputs are those of LIBSVM to 1e-4 at equal tolerance", async () => {
  const require = createRequire(import.meta.url);
  const Machine = await (require("libsvm-js/asm") as Promise<Machines> | Machines);
  const { X, signs } = cloudRows(300, 7, 1.5);
  // LIBSVM writes eight digits of a row. Its kernel has seven, so that costs stay moderate here: at C = 30 and γ = 0.05 its
  // outputs keep 2e-4 from the optimum at every tolerance.
  X.data.forEach((value, at) => (X.data[at] = Number(value.toPrecision(8))));
  const rows = toRows(X);
  for (const [cost, gamma] of [
    [0.5, 0.5],
    [10, 0.5],
    [1, 1],
  ]) {
    const tolerance = 1e-6;
    const theirs = new Machine({ type: "0", kernel: "2", quiet: true, cost, gamma, tolerance });
    theirs.train(rows, Array.from(signs));
    const expected = outputsOf(theirs.serializeModel(), rows, gamma);
    theirs.free();
    const kernel = gaussian({ lengthScale: 1 / Math.sqrt(2 * gamma) });
    const problem = { rows: kernelRows(selectEngine(), kernel, X), signs, costs: new Float64Array(300).fill(cost) };
    const ours = minimalOptimization(problem);
    expect(ours.run(1e6, tolerance)).toBe(true);
    const bias = biasOf(problem, ours);
    expected.forEach((output, i) => {
      expect(Math.abs(signs[i] - ours.residuals[i] + bias - output)).toBeLessThan(1e-4);
    });
  }
});
