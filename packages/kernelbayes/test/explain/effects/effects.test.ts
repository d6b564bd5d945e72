import { describe, expect, test } from "vitest";
import { InputError } from "../../../src/errors.ts";
import { effectsSync } from "../../../src/explain/effects/effects.ts";
import { modelFromDocument } from "../../../src/models/index.ts";
import { normal, stream } from "../../../src/random/index.ts";
import { tableFromColumns, type Table } from "../../../src/table/table.ts";
import { thrown } from "../../thrown.ts";
import { fitted, mean, sample } from "../samples.ts";

const two = sample(60, 2);
const posterior = fitted(modelFromDocument({ name: "lssvm", kernel: { kind: "gaussian", lengthScale: 1.7 } }), two);

/** The table with one value in all cells of a column. */
function withValue(table: Table, name: string, value: number | string): Table {
  const cells = new Array<number | string>(table.rows).fill(value);
  const [changed] = tableFromColumns({ [name]: cells }).columns;
  return { ...table, columns: table.columns.map((column) => (column.name === name ? changed : column)) };
}

describe("the effect of a column", () => {
  test.each(["a", "kind"])("%s is the mean prediction with its value in all rows, with the mean interval", (column) => {
    const [effect] = effectsSync(posterior, two, { columns: [column], points: 5, level: 0.8 });
    effect.values.forEach((value, v) => {
      const { probabilities, lower, upper } = posterior.predict(withValue(two, column, value!), { level: 0.8 });
      for (const c of [0, 1]) {
        const of = (data: Float64Array): number => mean(data.filter((_, at) => at % 2 === c));
        expect(effect.mean.data[2 * v + c]).toBeCloseTo(of(probabilities.data), 12);
        expect(effect.lower!.data[2 * v + c]).toBeCloseTo(of(lower.data), 12);
        expect(effect.upper!.data[2 * v + c]).toBeCloseTo(of(upper.data), 12);
        expect(effect.curves[3].data[2 * v + c]).toBeCloseTo(probabilities.data[2 * effect.curveRows[3] + c], 12);
      }
    });
    expect(effect.texts).toHaveLength(effect.values.length);
  });

  test("takes values that occur: quantiles of numbers in order, the levels of a category", () => {
    const [a, kind] = effectsSync(posterior, two, { columns: ["a", "kind"], points: 7 });
    const occurring = new Set(two.columns[0].type === "number" ? two.columns[0].values : []);
    expect(a.values).toHaveLength(7);
    expect(a.values.every((value) => occurring.has(Number(value)))).toBe(true);
    expect(a.values).toEqual(a.values.toSorted((x, y) => Number(x) - Number(y)));
    expect(new Set(kind.values)).toEqual(new Set(["long", "round", "square"]));
  });

  test("has a signed direction", () => {
    const lda = fitted(modelFromDocument({ name: "lda" }), two);
    const of = (column: string) => effectsSync(lda, two, { columns: [column] })[0].directions;
    expect(of("a").map(({ trend }) => trend)).toEqual(["falls", "rises"]);
    expect(of("c").map(({ trend }) => trend)).toEqual(["rises", "falls"]);
    expect(of("a")[1].change).toBeGreaterThan(1);
    expect(of("a")[1].agreement).toBe(1);
    expect(of("kind")[1].trend).toBe("levels");
    const random = stream(3);
    const x = Array.from({ length: 120 }, () => 2 * normal(random));
    const valley = tableFromColumns({ x, label: x.map((value) => (Math.abs(value) < 1.2 ? "in" : "out")) });
    const qda = fitted(modelFromDocument({ name: "qda" }), valley);
    expect(effectsSync(qda, valley)[0].directions[0].trend).toBe("varies");
  });

  test("of a posterior without intervals has none", () => {
    const bare = { ...posterior, intervals: false };
    const [effect] = effectsSync(bare, two, { columns: ["a"] });
    expect(effect.lower).toBeUndefined();
    expect(effect.mean.data.every((p) => p > 0 && p < 1)).toBe(true);
  });

  test("asks for columns of the model, by name", () => {
    const code = (options: object): string => thrown(() => effectsSync(posterior, two, options), InputError).code;
    expect(code({ columns: ["label"] })).toBe("unknown-column");
    expect(code({ points: 1 })).toBe("invalid-option");
    expect(code({ level: 2 })).toBe("invalid-level");
    expect(code({ rows: 0 })).toBe("invalid-option");
  });
});
