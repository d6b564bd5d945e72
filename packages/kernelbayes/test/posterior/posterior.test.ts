import { describe, expect, test } from "vitest";
import { matrix } from "../../src/engine/matrix.ts";
import type { NumericPosterior } from "../../src/posterior/numericPosterior.ts";
import { encodeChecked, posteriorOf, type Posterior } from "../../src/posterior/posterior.ts";
import type { Provenance } from "../../src/posterior/provenance.ts";
import { tableFromColumns } from "../../src/table/table.ts";
import { thrown } from "../thrown.ts";

const table = tableFromColumns({ size: [1, 2] });

/** A posterior of one column and two classes that predicts the logistic function of the column. */
function posterior(change: { numeric?: Partial<NumericPosterior>; provenance?: Partial<Provenance> } = {}): Posterior {
  return posteriorOf(
    {
      model: { name: "toy" },
      target: "kind",
      classes: ["a", "b"],
      encoding: {
        missing: "refuse",
        unseen: "refuse",
        columns: [{ kind: "number", name: "size", unit: 1, origin: 0, center: 0, scale: 1, fill: 0, indicator: false }],
      },
      training: { rows: [0, 2, 3], classes: [0, 1, 1], weights: undefined },
      priors: undefined,
      seed: 1,
      engine: "reference",
      library: "0.0.0",
      ...change.provenance,
    },
    {
      predict(X, level) {
        const probability = Array.from(X.data, (value) => 1 / (1 + Math.exp(-value)));
        const logs = matrix(X.rows, 2, Float64Array.from(probability.flatMap((p) => [Math.log(1 - p), Math.log(p)])));
        const ends = matrix(X.rows, 2, new Float64Array(2 * X.rows).fill(level));
        return { logProbabilities: logs, lower: ends, upper: ends, latentMean: logs, latentDeviation: ends };
      },
      parameters: () => ({}),
      leaveOneOut: undefined,
      evidence: undefined,
      warnings: [],
      ...change.numeric,
    },
  );
}

describe("a prediction", () => {
  test("has intervals of the level asked for, by default nine in ten", () => {
    expect(posterior().predict(table)).toMatchObject({ level: 0.9, labels: ["b", "b"] });
    expect(posterior().predict(table, { level: 0.5 }).lower.data[0]).toBe(0.5);
  });

  test.each([0, 1, -0.5, Number.NaN, "0.9", null])("at the level %j is refused", (level) => {
    const error = thrown(() => posterior().predict(table, { level: level as number }));
    expect(error.code).toBe("invalid-level");
  });

  test("does not depend on how the function is called", () => {
    const { predict } = posterior();
    expect(predict(table).labels).toEqual(["b", "b"]);
  });
});

describe("the leave-one-out score", () => {
  const scored = (omitted: number[], weights?: number[]): Posterior =>
    posterior({
      numeric: {
        leaveOneOut: {
          method: "exact",
          logProbabilities: matrix(3, 2, Float64Array.of(-1, -9, -9, -2, -9, -4)),
          omitted,
        },
      },
      provenance: { training: { rows: [0, 2, 3], classes: [0, 1, 1], weights } },
    });

  test("sums the log probabilities of the true classes", () => {
    expect(scored([]).score).toMatchObject({ total: -7, rows: 3 });
  });

  test("leaves out the rows that have none", () => {
    expect(scored([1]).score).toMatchObject({ total: -5, rows: 2 });
  });

  test("counts a row by its weight", () => {
    expect(scored([], [1, 2, 3]).score).toMatchObject({ total: -1 - 4 - 12 });
  });

  test("is absent where no row has one, or the model gives none", () => {
    expect(scored([0, 1, 2]).score).toBeUndefined();
    expect(posterior().score).toBeUndefined();
  });
});

describe("the document", () => {
  test("has its parts in a readable order, the parameters after what they are for", () => {
    expect(Object.keys(posterior().toDocument())).toEqual([
      "format",
      "version",
      "library",
      "engine",
      "seed",
      "model",
      "target",
      "classes",
      "encoding",
      "training",
      "parameters",
      "warnings",
    ]);
  });

  test("has weights only where rows were weighted", () => {
    expect(posterior().toDocument().training).toEqual({ rows: [0, 2, 3], classes: [0, 1, 1] });
    const weights = [1, 2, 3];
    const weighted = posterior({ provenance: { training: { rows: [0, 2, 3], classes: [0, 1, 1], weights } } });
    expect(weighted.toDocument().training).toEqual({ rows: [0, 2, 3], classes: [0, 1, 1], weights });
  });

  test("is a copy: changing it leaves the posterior alone", () => {
    const original = posterior();
    const { classes, encoding } = original.toDocument();
    (classes as string[]).pop();
    (encoding as { columns: unknown[] }).columns.pop();
    expect(original.classes).toEqual(["a", "b"]);
    expect(original.predict(table).labels).toEqual(["b", "b"]);
  });
});

test("values further from the training rows than arithmetic reaches are refused by row and column", () => {
  const { encoding } = posterior();
  const far = tableFromColumns({ size: [1, -1e101] });
  expect(thrown(() => encodeChecked(encoding, far))).toMatchObject({
    code: "too-far",
    place: { row: 2, column: "size" },
  });
  expect(encodeChecked(encoding, tableFromColumns({ size: [1e100] })).data[0]).toBe(1e100);
});
