import { describe, expect, test } from "vitest";
import { matrix, type Matrix } from "../../../src/engine/matrix.ts";
import { selectEngine } from "../../../src/engine/selectEngine.ts";
import { InputError } from "../../../src/errors.ts";
import { gaussian } from "../../../src/kernels/gaussian.ts";
import {
  coupledLogProbabilities,
  expansionPosterior,
  expansionCodec,
  type CalibratedExpansion,
} from "../../../src/models/parts/expansionPosterior.ts";
import { stream } from "../../../src/random/stream.ts";

const engine = selectEngine();

function randomRows(rows: number, columns: number, seed: number): Matrix {
  const source = stream(seed);
  return matrix(
    rows,
    columns,
    Float64Array.from({ length: rows * columns }, () => 4 * source.uniform() - 2),
  );
}

/** An expansion on four rows with as many machines as classes ask for. */
function expansion(classes: number): CalibratedExpansion {
  const machines = classes === 2 ? 1 : classes;
  return {
    kernel: gaussian({ lengthScale: 1.2 }),
    rows: randomRows(4, 2, 1),
    machines: Array.from({ length: machines }, (_, m) => ({
      coefficients: Float64Array.of(1 + m, -1, 0.5, m),
      bias: 0.1 * m,
      noise: 0.3,
    })),
    curves: Array.from({ length: machines }, () => ({
      slope: 1.5,
      offset: -0.2,
      covariance: [
        [0.02, 0.001],
        [0.001, 0.03],
      ],
    })),
    spread: matrix(
      4,
      4,
      Float64Array.from({ length: 16 }, (_, at) => (at % 5 === 0 ? 0.4 : 0)),
    ),
    shift: new Float64Array(4).fill(0.1),
    total: 30,
    sizes: Float64Array.from({ length: classes }, (_, c) => 10 + c),
  };
}

const figures = { leaveOneOut: undefined, evidence: undefined, warnings: [] };

describe.each([2, 3])("of %i classes", (classes) => {
  const posterior = expansionPosterior(engine, expansion(classes), figures);

  test("many rows are predicted like few, across the chunks", () => {
    const X = randomRows(4100, 2, 7);
    const all = posterior.predict(X, 0.9);
    for (const row of [0, 4095, 4096, 4099]) {
      const one = posterior.predict(matrix(1, 2, X.data.slice(2 * row, 2 * row + 2)), 0.9);
      for (const name of ["logProbabilities", "lower", "upper", "latentMean", "latentDeviation"] as const) {
        one[name].data.forEach((value, c) => expect(all[name].data[row * classes + c]).toBeCloseTo(value, 12));
      }
    }
    expect(posterior.probabilities(X).logProbabilities.data).toEqual(all.logProbabilities.data);
  });

  test("the variance of an output is that of the formula", () => {
    const { kernel, rows, machines, curves, spread, shift, total } = expansion(classes);
    const x = [0.3, -0.7];
    const k = Array.from({ length: 4 }, (_, j) => kernel.evaluate(x, rows.data.subarray(2 * j, 2 * j + 2)));
    const f = k.reduce((sum, value, j) => sum + value * machines[0].coefficients[j], machines[0].bias);
    const leverage = k.reduce(
      (sum, value, j) => sum + (spread!.data[5 * j] * value - shift![j]) ** 2,
      1 / (total ?? Infinity),
    );
    const [[c11, c12], [, c22]] = curves[0].covariance;
    const variance = curves[0].slope ** 2 * machines[0].noise * leverage + c11 * f * f + 2 * c12 * f + c22;
    const { latentDeviation } = posterior.predict(matrix(1, 2, Float64Array.from(x)), 0.9);
    expect(latentDeviation.data[0]).toBeCloseTo(Math.sqrt(variance), 12);
  });

  test("its parameters give it back", () => {
    const document: unknown = JSON.parse(JSON.stringify(posterior.parameters()));
    const again = expansionPosterior(engine, expansionCodec.read(document, "parameters"), figures);
    const X = randomRows(5, 2, 3);
    expect(again.predict(X, 0.8)).toEqual(posterior.predict(X, 0.8));
  });
});

test("one machine speaks for both of its classes, and several are coupled to the sum 1", () => {
  const [zero, one] = coupledLogProbabilities(Float64Array.of(0.4), 2);
  expect(one - zero).toBeCloseTo(0.4, 12);
  const many = coupledLogProbabilities(Float64Array.of(-1, 0, -1), 3);
  expect(many[0]).toBeCloseTo(many[2], 12);
  expect(many.reduce((sum, log) => sum + Math.exp(log), 0)).toBeCloseTo(1, 12);
});

test.each([
  ["sizes", [10]],
  ["sizes", [10, -1]],
  ["total", 0],
  ["rows", { rows: 4, columns: 2, data: [1e300, 0, 0, 0, 0, 0, 0, 0] }],
  ["machines", []],
  ["spread", { rows: 1, columns: 1, data: [1] }],
  ["shift", [1]],
  ["machines", [{ coefficients: [1], bias: 0, noise: 1, slope: 1, offset: 0, covariance: [1, 0, 0, 1] }]],
  ["machines", [{ coefficients: [1, 1, 1, 1], bias: 0, noise: -1, slope: 1, offset: 0, covariance: [1, 0, 0, 1] }]],
  ["machines", [{ coefficients: [1, 1, 1, 1], bias: 0, noise: 1, slope: -1, offset: 0, covariance: [1, 0, 0, 1] }]],
  ["machines", [{ coefficients: [1, 1, 1, 1], bias: 0, noise: 1, slope: 1, offset: 0, covariance: [1] }]],
  ["kernel", { kind: "unknown" }],
])("a document with a wrong %s is refused (%#)", (name, value) => {
  const document = { ...expansionPosterior(engine, expansion(2), figures).parameters(), [name]: value };
  expect(() => expansionCodec.read(document, "parameters")).toThrow(InputError);
});
