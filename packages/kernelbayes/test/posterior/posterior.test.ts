import { describe, expect, test } from "vitest";
import { matrix, type Matrix } from "../../src/engine/matrix.ts";
import type { KeptParts, NumericPosterior } from "../../src/posterior/numericPosterior.ts";
import { encodeChecked, encodeRows, posteriorOf, type Posterior } from "../../src/posterior/posterior.ts";
import type { Provenance } from "../../src/posterior/provenance.ts";
import { tableFromColumns } from "../../src/table/table.ts";
import { thrown } from "../thrown.ts";

const table = tableFromColumns({ size: [1, 2] });

/** A posterior of one column and two classes that predicts the logistic function of the column. */
function posterior(
  change: { numeric?: Partial<NumericPosterior>; provenance?: Partial<Provenance>; kept?: KeptParts } = {},
): Posterior {
  const logsOf = (X: Matrix): Matrix => {
    const probability = Array.from(X.data, (value) => 1 / (1 + Math.exp(-value)));
    return matrix(X.rows, 2, Float64Array.from(probability.flatMap((p) => [Math.log(1 - p), Math.log(p)])));
  };
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
        const logs = logsOf(X);
        const ends = matrix(X.rows, 2, new Float64Array(2 * X.rows).fill(level));
        return { logProbabilities: logs, lower: ends, upper: ends, latentMean: logs, latentDeviation: ends };
      },
      probabilities: (X) => ({ logProbabilities: logsOf(X) }),
      parameters: () => ({}),
      leaveOneOut: undefined,
      evidence: undefined,
      warnings: [],
      ...change.numeric,
    },
    change.kept,
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

describe("rows that were encoded before", () => {
  const profiles = [
    { kind: "number", name: "size", quantiles: [0, ...new Array<number>(9).fill(1), 1], upTo: [], missing: 0 },
  ] as const;

  test("are predicted as by predict, also joined with others", () => {
    const whole = posterior();
    const [one, other] = [1, 2].map((size) => encodeRows(whole, [{ size }]).X);
    const joined = matrix(2, 1, Float64Array.of(...one.data, ...other.data));
    expect(whole.predictEncoded(joined, { level: 0.5 })).toEqual(whole.predict(table, { level: 0.5 }));
    const point = whole.predict(table, { intervals: false });
    expect(whole.predictEncoded(joined, { intervals: false })).toEqual(point);
  });

  test("come with their table, and with what is unlike the training rows", () => {
    const { table: read, X, outside } = encodeRows(posterior({ provenance: { profiles } }), [{ size: 2, other: "x" }]);
    expect(read).toEqual(tableFromColumns({ size: [2] }));
    expect([X.rows, X.columns, outside.columns]).toEqual([1, 1, [["size"]]]);
  });

  test("that are many and all numbers are kept as columns, to be read again without their objects; others as they were given", () => {
    const whole = posterior({ provenance: { profiles } });
    const many = Array.from({ length: 100 }, (_, size) => ({ size, other: "x" }));
    const { rows, table: read } = encodeRows(whole, many);
    expect(rows).toEqual(tableFromColumns({ size: many.map(({ size }) => size) }));
    expect(read).toEqual(rows);
    const few = [{ size: 2 }];
    expect(encodeRows(whole, few).rows).toBe(few);
    const mixed = [...many, { size: "3" }];
    expect(encodeRows(whole, mixed).rows).toBe(mixed);
  });

  test("of another width, at a level outside of 0 and 1, or with intervals that are not there, are refused", () => {
    const codeOf = (run: () => unknown): string => thrown(run).code;
    expect(codeOf(() => posterior().predictEncoded(matrix(1, 2), {}))).toBe("not-encoded");
    expect(codeOf(() => posterior().predictEncoded(matrix(1, 1), { level: 1 }))).toBe("invalid-level");
    const bare = posterior({ kept: { intervals: false } });
    expect(codeOf(() => bare.predictEncoded(matrix(1, 1), {}))).toBe("no-intervals");
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

describe("a prediction without intervals", () => {
  test("has no ends and says so, and the same labels and probabilities", () => {
    const point = posterior().predict(table, { intervals: false });
    expect(point).toMatchObject({ intervals: false, labels: ["b", "b"] });
    expect("lower" in point || "upper" in point || "latentMean" in point).toBe(false);
    expect(point.probabilities).toEqual(posterior().predict(table).probabilities);
  });

  test("asks the model for probabilities alone", () => {
    const predict = (): never => {
      throw new Error("Nobody asked for intervals.");
    };
    expect(posterior({ numeric: { predict } }).predict(table, { intervals: false }).rows).toBe(2);
  });

  test.each(["no", 0, null])("is asked for by true or false, not by %j", (intervals) => {
    expect(thrown(() => posterior().predict(table, { intervals: intervals as unknown as boolean })).code).toBe(
      "invalid-option",
    );
  });

  test("is the only one of a posterior that was saved without intervals", () => {
    const without = posterior({ kept: { intervals: false } });
    expect(without.intervals).toBe(false);
    const error = thrown(() => without.predict(table));
    expect(error.code).toBe("no-intervals");
    expect(error.message).toContain("`intervals: false`");
    expect(without.predict(table, { intervals: false }).labels).toEqual(["b", "b"]);
  });
});

describe("rows as objects", () => {
  const rows = [{ size: 1, id: { nested: true } }, { size: "2" }];

  test("are predicted like a table, whatever else they hold", () => {
    expect(posterior().predict(rows).probabilities).toEqual(posterior().predict(table).probabilities);
  });

  test("may have an interface of their own", () => {
    interface Item {
      readonly size: number;
    }
    const items: Item[] = [{ size: 1 }];
    expect(posterior().predict(items).rows).toBe(1);
  });

  test("that all lack a column are refused with its name, and the one that may be meant", () => {
    const error = thrown(() => posterior().predict([{ sizes: 1 }]));
    expect(error.code).toBe("missing-columns");
    expect(error.message).toContain('"size"');
    expect(error.message).toContain('"sizes"');
  });

  test("that lack a cell have a missing value there", () => {
    const error = thrown(() => posterior().predict([{ size: 1 }, {}]));
    expect(error).toMatchObject({ code: "missing-values", place: { row: 2, column: "size" } });
  });

  test.each([[[1, 2]], [["a"]], [[null]]])("must be objects; %j are not", (wrong) => {
    expect(thrown(() => posterior().predict(wrong as unknown as object[])).code).toBe("not-a-row");
  });

  test.each([undefined, null, "rows", { rows: 2 }])("or a table; %j is neither", (wrong) => {
    expect(thrown(() => posterior().predict(wrong as never)).code).toBe("not-a-table");
  });

  test("that are none give an empty prediction, with intervals and without", () => {
    expect(posterior().predict([])).toMatchObject({ rows: 0, labels: [], intervals: true });
    expect(posterior().predict([], { intervals: false }).toRows()).toEqual([]);
  });
});

test("a document without intervals has a version of its own and says so", () => {
  const kept: unknown[] = [];
  const parameters = (parts?: KeptParts) => {
    kept.push(parts);
    return {};
  };
  const document = posterior({ numeric: { parameters } }).toDocument({ intervals: false });
  expect(document).toMatchObject({ version: 3, intervals: false });
  expect(kept).toEqual([{ intervals: false }]);
  expect(posterior().toDocument()).toMatchObject({ version: 1 });
  expect(posterior().toDocument()).not.toHaveProperty("intervals");
  expect(posterior({ kept: { intervals: false } }).toDocument({ intervals: true })).toHaveProperty("intervals", false);
});
