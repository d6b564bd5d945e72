import { describe, expect, test } from "vitest";
import { InputError } from "../../../src/errors.ts";
import { decodedCells } from "../../../src/explain/neighbours/decodedCells.ts";
import { neighbours } from "../../../src/explain/neighbours/neighbours.ts";
import { shapleyValuesSync } from "../../../src/explain/shapleyValues.ts";
import { row } from "../../../src/matrix/row.ts";
import { modelFromDocument } from "../../../src/models/index.ts";
import { selectRows, tableFromColumns, type Table } from "../../../src/table/table.ts";
import { thrown } from "../../thrown.ts";
import { encoded, fitted, rowsAt, sample } from "../samples.ts";

const two: Table = (() => {
  const table = sample(40, 2);
  const [ids] = tableFromColumns({ id: Array.from({ length: 40 }, (_, i) => `p${i + 1}`) }).columns;
  return { ...table, columns: [...table.columns, ids] };
})();
const width = { kind: "gaussian", lengthScale: 1.7 };
const posterior = fitted(modelFromDocument({ name: "lssvm", kernel: width }), two, { exclude: ["id"] });

describe("neighbours", () => {
  test("of a training row are first the row itself, by its number, name, label and cells", () => {
    const { outputs, scale } = neighbours(posterior, rowsAt(two, 6, 11), { training: two, name: "id", count: 40 });
    expect(scale).toBe("log-odds");
    const [first, second] = outputs[1].neighbours;
    const own = first.find(({ likeness }) => likeness > 1 - 1e-12)!;
    expect(own).toMatchObject({ rows: [6], names: ["p7"], labels: ["class 0"] });
    const kind = two.columns[3];
    expect(own.cells["kind"]).toBe(kind.type === "text" ? kind.levels[kind.codes[6]] : "");
    expect(Number(own.cells["a"])).toBeCloseTo(two.columns[0].type === "number" ? two.columns[0].values[6] : NaN, 9);
    expect(second).toHaveLength(40);
    expect(first.map(({ weight }) => Math.abs(weight))).toEqual(
      first.map(({ weight }) => Math.abs(weight)).toSorted((a, b) => b - a),
    );
    expect(first.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 12);
  });

  test.each(["lssvm", "kfd", "gpc", "bfd"])("%s: all weights and the offset add up to the output", (name) => {
    const kernel = name === "lssvm" || name === "kfd" ? width : { kind: "scale", kernel: width };
    const model = fitted(modelFromDocument({ name, kernel }), two, { exclude: ["id"] });
    const { outputs } = neighbours(model, rowsAt(two, 3), { count: 40 });
    const { sums, constants, link } = model.numeric.expansion!();
    expect(sums.length).toBeGreaterThan(0);
    const values = shapleyValuesSync(model, rowsAt(two, 3), { background: two });
    const total = outputs[1].neighbours[0].reduce((sum, { weight }) => sum + weight, 0);
    const offset =
      link.kind === "logistic"
        ? link.slope * constants[0] + link.offset
        : link.kind === "softmax"
          ? constants[1] - constants[0]
          : constants[0];
    expect(total + offset).toBeCloseTo(values.outputs[1].totals[0], 9);
    expect(outputs[0].neighbours[0][0].weight).toBeCloseTo(-outputs[1].neighbours[0][0].weight, 12);
  });

  test("rows that are the same are named together", () => {
    const twice = selectRows(two, [...Array.from({ length: 40 }, (_, i) => i), 6]);
    const model = fitted(modelFromDocument({ name: "lssvm", kernel: width }), twice, { exclude: ["id"] });
    const { outputs } = neighbours(model, rowsAt(two, 6), { training: twice, count: 41 });
    const own = outputs[1].neighbours[0].find(({ likeness }) => likeness > 1 - 1e-12)!;
    expect(own.rows).toEqual([6, 40]);
    expect(own.names).toEqual([]);
  });

  test("without the training table they have their cells alone", () => {
    const [found] = neighbours(posterior, rowsAt(two, 0), { count: 2 }).outputs[0].neighbours;
    expect(found.map(({ rows, names, labels }) => [rows, names, labels])).toEqual([
      [[], [], []],
      [[], [], []],
    ]);
    expect(Object.keys(found[0].cells)).toEqual(["a", "b", "idle", "kind", "c"]);
  });

  test("a model that is no sum over rows has none, and another table is refused", () => {
    const lda = fitted(modelFromDocument({ name: "lda" }), two, { exclude: ["id"] });
    expect(thrown(() => neighbours(lda, two), InputError).code).toBe("no-training-rows");
    const other = sample(40, 2, 9);
    expect(thrown(() => neighbours(posterior, two, { training: other }), InputError).code).toBe(
      "not-the-training-table",
    );
    const short = rowsAt(two, 0, 1);
    expect(thrown(() => neighbours(posterior, two, { training: short }), InputError).code).toBe(
      "not-the-training-table",
    );
    expect(thrown(() => neighbours(posterior, two, { count: 0 }), InputError).code).toBe("invalid-option");
  });

  test("cells come back from what they are encoded as: numbers, ranks, levels, dates, missing cells", () => {
    const table = tableFromColumns({
      size: [1.5, 2.25, null, 8, 3, 4, 5, 6],
      day: ["2024-01-02", "2024-03-05", "2024-02-01", null, "2023-12-31", "2024-01-20", "2024-02-02", "2024-03-03"],
      kind: ["a", "b", null, "b", "a", "a", "b", "c"],
      label: ["x", "y", "x", "y", "x", "y", "x", "y"],
    });
    for (const standardize of ["standard", "none", "robust"] as const) {
      const lda = fitted(modelFromDocument({ name: "rda" }), table, { standardize, missing: "impute" });
      const X = encoded(lda, table);
      const cells = Array.from({ length: 8 }, (_, i) => decodedCells(lda.encoding, row(X, i)));
      const at = (name: string): number => lda.encoding.columns.findIndex((column) => column.name === name);
      expect(cells.map((each) => each[at("size")])).toEqual([1.5, 2.25, undefined, 8, 3, 4, 5, 6]);
      expect(cells.map((each) => each[at("kind")]).slice(0, 2)).toEqual(["a", "b"]);
      expect(cells[2][at("kind")]).toBeUndefined();
      expect(cells[0][at("day")]).toBe(19724);
      expect(cells[3][at("day")]).toBeUndefined();
    }
  });
});
