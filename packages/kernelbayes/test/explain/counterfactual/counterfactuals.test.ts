import { describe, expect, test } from "vitest";
import { InputError } from "../../../src/errors.ts";
import {
  counterfactualsSync,
  counterfactualsWork,
  type Counterfactual,
} from "../../../src/explain/counterfactual/counterfactuals.ts";
import { modelFromDocument } from "../../../src/models/index.ts";
import type { Posterior } from "../../../src/posterior/posterior.ts";
import { normal, stream } from "../../../src/random/index.ts";
import { selectRows, tableFromColumns, type Table } from "../../../src/table/table.ts";
import { thrown } from "../../thrown.ts";
import { fitted, numbers, rowsAt, sample } from "../samples.ts";

const plane = numbers(80, 2);
const linear = fitted(modelFromDocument({ name: "logistic" }), plane);
const curved = fitted(modelFromDocument({ name: "gpc" }), plane);

/** The row with its changed cells. */
function changed(table: Table, row: number, { changes }: Pick<Counterfactual, "changes">): Record<string, unknown> {
  const cells = Object.fromEntries(
    table.columns.map((column) => [
      column.name,
      column.type === "number" ? column.values[row] : column.levels[column.codes[row]],
    ]),
  );
  for (const { column, to } of changes) cells[column] = to!;
  return cells;
}

function deviations(posterior: Posterior): number[] {
  return posterior.encoding.columns.map((column) => (column.kind === "number" ? column.unit * column.scale : NaN));
}

describe("counterfactuals", () => {
  test("other events get their turn within the search, which held the loop for 263 ms between two of three steps", () => {
    let rows = 0;
    const counted: Posterior = {
      ...curved,
      numeric: {
        ...curved.numeric,
        probabilities(X) {
          rows += X.rows;
          return curved.numeric.probabilities(X);
        },
      },
    };
    const most = { between: 0, all: 0 };
    const fractions: number[] = [];
    for (const step of counterfactualsWork(counted, rowsAt(plane, 0), { examples: plane })) {
      most.between = Math.max(most.between, rows);
      most.all += rows;
      rows = 0;
      if (step.kind === "progress") fractions.push(step.fraction ?? step.step / step.of);
    }
    expect(most.all).toBeGreaterThan(5000);
    expect(most.between).toBeLessThan(most.all / 20);
    expect(fractions.length).toBeGreaterThan(4);
    expect(fractions).toEqual(fractions.toSorted((a, b) => a - b));
  });

  test("of a linear model: the column with the steepest slope per unit, as far as the boundary", () => {
    const [{ center, linear: slopes }] = linear.numeric.expansion!().polynomials;
    expect(center).toHaveLength(2);
    for (const row of [0, 1, 2, 3, 10, 11]) {
      const { found, isReached, probabilities } = counterfactualsSync(linear, rowsAt(plane, row));
      expect(isReached).toBe(false);
      const odds = Math.log(probabilities[1] / probabilities[0]);
      const gains = [0, 1].map((j) => Math.abs(slopes.data[2 * j + 1] - slopes.data[2 * j]));
      const steepest = gains[0] > gains[1] ? 0 : 1;
      const least = Math.abs(odds) / gains[steepest];
      if (found[0].changes.length > 1) continue; // the end of the training range came first
      expect(found[0].size).toBeGreaterThanOrEqual(least * (1 - 1e-9));
      // Rounded to a fiftieth of a deviation at most.
      expect(found[0].size).toBeLessThan(least + 0.021);
    }
  });

  test("change the decision of the model itself, by sizes in deviations of the training rows", () => {
    const units = deviations(curved);
    for (const row of [0, 1, 2, 7]) {
      const { found, label, target } = counterfactualsSync(curved, rowsAt(plane, row), { examples: plane });
      expect(target).not.toBe(label);
      expect(found.length).toBeGreaterThan(0);
      for (const each of found) {
        const after = curved.predict([changed(plane, row, each)], { intervals: false });
        expect(after.labels).toEqual([target]);
        expect(each.label).toBe(target);
        expect(after.probabilities.data[0]).toBeCloseTo(each.probabilities[0], 12);
        const size = each.changes.reduce((sum, { column, from, to }) => {
          const unit = units[curved.encoding.columns.findIndex(({ name }) => name === column)];
          return sum + Math.abs(Number(to) - Number(from)) / unit;
        }, 0);
        expect(size).toBeCloseTo(each.size, 10);
      }
      expect(found.map(({ size }) => size)).toEqual(found.map(({ size }) => size).toSorted((a, b) => a - b));
    }
  });

  test("are nearly as small as the smallest on a fine grid of the plane", () => {
    const units = deviations(curved);
    const points = 161;
    const ranges = curved.profiles!.map((profile) => (profile.kind === "number" ? profile.quantiles : []));
    const axis = (j: number): number[] => {
      const [low, high] = [ranges[j][0], ranges[j].at(-1)!];
      return Array.from({ length: points }, (_, k) => low + ((high - low) * k) / (points - 1));
    };
    const [xs, ys] = [axis(0), axis(1)];
    const grid = tableFromColumns({
      x1: xs.flatMap((x) => ys.map(() => x)),
      x2: xs.flatMap(() => ys),
    });
    const { labels } = curved.predict(grid, { intervals: false });
    for (const row of [0, 1, 4, 9, 20]) {
      const { found, target } = counterfactualsSync(curved, rowsAt(plane, row), { examples: plane });
      const own = plane.columns.slice(0, 2).map((column) => (column.type === "number" ? column.values[row] : NaN));
      let least = Infinity;
      labels.forEach((label, at) => {
        if (label !== target) return;
        const [x, y] = [xs[Math.floor(at / points)], ys[at % points]];
        least = Math.min(least, Math.abs(x - own[0]) / units[0] + Math.abs(y - own[1]) / units[1]);
      });
      expect(found[0].size).toBeLessThan(1.02 * least + 0.03);
    }
  });

  test("reach a probability, of a class by name", () => {
    const three = sample(90, 3);
    const posterior = fitted(modelFromDocument({ name: "lda" }), three);
    const { found, target } = counterfactualsSync(posterior, rowsAt(three, 0), {
      target: "class 2",
      probability: 0.8,
      examples: three,
    });
    expect(target).toBe("class 2");
    const [best] = found;
    expect(best.probabilities[2]).toBeGreaterThanOrEqual(0.8);
    expect(best.probabilities[2]).toBeLessThan(0.9);
    const already = counterfactualsSync(posterior, rowsAt(three, 0), { target: posterior.predict(three).labels[0] });
    expect([already.isReached, already.found.length]).toEqual([true, 0]);
  });

  test("leave fixed columns alone, keep numbers within their range and whole, and take known levels", () => {
    const random = stream(8);
    const label = Array.from({ length: 120 }, (_, i) => (i % 2 === 0 ? "no" : "yes"));
    const table = tableFromColumns({
      age: label.map((each) => 30 + random.integer(20) + (each === "yes" ? 8 : 0)),
      income: label.map((each) => 3 + normal(random) + (each === "yes" ? 1 : 0)),
      plan: label.map((each) => (random.uniform() < 0.7 === (each === "yes") ? "gold" : "basic")),
      seen: label.map((_, i) => `2024-0${1 + (i % 9)}-10`),
      label,
    });
    const posterior = fitted(modelFromDocument({ name: "logistic" }), table);
    const row = rowsAt(table, 2);
    const free = counterfactualsSync(posterior, row, { examples: table, count: 6 });
    expect(free.columns).toEqual(["age", "income", "plan"]);
    for (const { changes } of free.found) {
      for (const { column, to, size } of changes) {
        if (column === "age") expect(Number.isInteger(to)).toBe(true);
        if (column === "plan") expect([to, size]).toEqual(["gold", 1]);
        if (column === "age") expect(Number(to)).toBeLessThanOrEqual(57);
      }
    }
    const held = counterfactualsSync(posterior, row, { fixed: ["income", "plan"], examples: table });
    expect(held.columns).toEqual(["age"]);
    expect(held.found.every(({ changes }) => changes.every(({ column }) => column === "age"))).toBe(true);
    const narrow = counterfactualsSync(posterior, row, { fixed: ["plan", "age"], ranges: { income: [2, 2.5] } });
    expect(narrow.found.every(({ changes }) => Number(changes[0].to) <= 2.5)).toBe(true);
  });

  describe("of hundreds of columns", () => {
    const random = stream(4);
    const labels = Array.from({ length: 60 }, (_, i) => `class ${i % 2}`);
    const names = Array.from({ length: 120 }, (_, j) => `x${j + 1}`);
    const wideTable = (shiftOf: (column: number) => number): Table =>
      tableFromColumns({
        ...Object.fromEntries(
          names.map((name, j) => [name, labels.map((_, i) => normal(random) + shiftOf(j) * (i % 2))]),
        ),
        label: labels,
      });

    test("move the columns that carry the class, and no more of them than it takes", () => {
      const wide = wideTable((column) => (column < 8 ? 3 : 0));
      const posterior = fitted(modelFromDocument({ name: "lssvm" }), wide);
      const { found, label, columns } = counterfactualsSync(posterior, rowsAt(wide, 3), { examples: wide });
      expect(columns).toHaveLength(120);
      expect(found.length).toBeGreaterThan(0);
      expect(found[0].changes.every(({ column }) => names.indexOf(column) < 8)).toBe(true);
      for (const each of found) {
        expect(posterior.predict([changed(wide, 3, each)], { intervals: false }).labels).not.toEqual([label]);
        for (const { column, from } of each.changes) {
          const less = { ...changed(wide, 3, each), [column]: from! };
          expect(posterior.predict([less], { intervals: false }).labels).toEqual([label]);
        }
      }
    });

    test("are led back from rows of another class where a few columns do not do", () => {
      const wide = wideTable(() => 0.6);
      const posterior = fitted(modelFromDocument({ name: "lssvm" }), wide);
      const { found, label } = counterfactualsSync(posterior, rowsAt(wide, 3), { examples: wide });
      expect(found.length).toBeGreaterThan(0);
      for (const each of found) {
        expect(posterior.predict([changed(wide, 3, each)], { intervals: false }).labels).not.toEqual([label]);
        expect(each.changes.length).toBeLessThan(110);
      }
      // Nothing leads back without rows.
      expect(counterfactualsSync(posterior, rowsAt(wide, 3)).found.every(({ changes }) => changes.length < 30)).toBe(
        true,
      );
    });
  });

  test("of a decision by a rule of its own change that decision", () => {
    const posterior = fitted(modelFromDocument({ name: "orkfd", decision: "sign" }), plane);
    const { found, target } = counterfactualsSync(posterior, rowsAt(plane, 5));
    expect(posterior.predict([changed(plane, 5, found[0])]).labels).toEqual([target]);
  });

  test("refuse what they cannot do, in words", () => {
    const code = (options: object, rows = rowsAt(plane, 0)): string =>
      thrown(() => counterfactualsSync(linear, rows, options), InputError).code;
    expect(code({}, selectRows(plane, [0, 1]))).toBe("one-row");
    expect(code({ target: "class 9" })).toBe("unknown-class");
    expect(code({ fixed: ["x9"] })).toBe("unknown-column");
    expect(code({ probability: 1 })).toBe("invalid-option");
    expect(code({ ranges: { x1: [2, 1] } })).toBe("invalid-option");
    const old = { ...linear, profiles: undefined };
    expect(thrown(() => counterfactualsSync(old, rowsAt(plane, 0)), InputError).code).toBe("no-profiles");
  });
});
