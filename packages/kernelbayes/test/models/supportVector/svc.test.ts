import { describe, expect, test } from "vitest";
import { iris } from "../../../src/data/iris.ts";
import { fitSync } from "../../../src/fit/fit.ts";
import { gaussian } from "../../../src/kernels/gaussian.ts";
import { linear } from "../../../src/kernels/linear.ts";
import { nugget } from "../../../src/kernels/nugget.ts";
import { sum } from "../../../src/kernels/sum.ts";
import { supportVector, type SupportVectorOptions } from "../../../src/models/supportVector/svc.ts";
import type { Posterior } from "../../../src/posterior/posterior.ts";
import { normal, stream } from "../../../src/random/index.ts";
import { selectRows, tableFromColumns, type Table } from "../../../src/table/table.ts";

/** A ring around a disc. */
function ring(rows: number, seed = 1): Table {
  const random = stream(seed);
  const cells: Record<string, (number | string)[]> = { x: [], y: [], kind: [] };
  for (let i = 0; i < rows; i++) {
    const isInner = i % 2 === 0;
    const [a, b] = [normal(random), normal(random)];
    const length = Math.hypot(a, b);
    const radius = (isInner ? 1 : 2.2) + 0.35 * normal(random);
    cells.x.push((radius * a) / length);
    cells.y.push((radius * b) / length);
    cells.kind.push(isInner ? "in" : "out");
  }
  return tableFromColumns(cells, { types: { kind: "text" } });
}

interface Parameters {
  readonly cost: number;
  readonly coefficients: readonly number[];
  readonly kernel: { readonly lengthScale: number };
  readonly curve: { readonly slope: number };
}

function parametersOf(posterior: Posterior): Parameters {
  return posterior.toDocument().parameters as Parameters;
}

function errorsOf(posterior: Posterior, table: Table): number {
  const kinds = table.columns.find(({ name }) => name === "kind");
  if (kinds?.type !== "text") throw new RangeError("kind is a text column");
  return posterior.predict(table).labels.filter((label, row) => label !== kinds.levels[kinds.codes[row]]).length;
}

const target = "kind";

describe("regularization and width", () => {
  test("are chosen so that new rows of a ring are told from its disc", () => {
    for (const criterion of ["span", "folds"] as const) {
      const posterior = fitSync(supportVector({ criterion }), ring(80), { target });
      expect(errorsOf(posterior, ring(400, 9))).toBeLessThan(40);
      expect(posterior.warnings).toEqual([]);
      expect(parametersOf(posterior).coefficients.length).toBeLessThan(70);
    }
  });

  test("are used as given", () => {
    const options = { regularization: 0.125, kernel: gaussian({ lengthScale: 0.9, fixed: ["lengthScale"] }) };
    const parameters = parametersOf(fitSync(supportVector(options), ring(80), { target }));
    expect(parameters.cost).toBe(8);
    expect(parameters.kernel.lengthScale).toBe(0.9);
    expect(Math.max(...parameters.coefficients)).toBeLessThanOrEqual(8);
  });

  test("are searched one by one where the other is given", () => {
    const fixed = { kernel: gaussian({ lengthScale: 0.9, fixed: ["lengthScale"] }) };
    expect(parametersOf(fitSync(supportVector(fixed), ring(80), { target })).kernel.lengthScale).toBe(0.9);
    expect(parametersOf(fitSync(supportVector({ regularization: 0.5 }), ring(80), { target })).cost).toBe(2);
  });

  test("are chosen on part of many rows, and rows left out in folds", () => {
    const posterior = fitSync(supportVector(), ring(1300), { target });
    expect(posterior.leaveOneOut?.method).toBe("folds");
    expect(errorsOf(posterior, ring(400, 9))).toBeLessThan(32);
    expect(posterior.score?.perRow).toBeGreaterThan(-0.3);
  });
});

test("a straight kernel cannot tell a ring from its disc, and says so", () => {
  const posterior = fitSync(supportVector({ kernel: linear() }), ring(100), { target });
  const { probabilities } = posterior.predict(ring(50, 3));
  probabilities.data.forEach((p) => expect(Math.abs(p - 0.5)).toBeLessThan(0.25));
});

test("balanced classes move the boundary towards the common class, and the curve keeps the frequencies", () => {
  const table = ring(300, 4);
  const rare = selectRows(
    table,
    Array.from({ length: 300 }, (_, row) => row).filter((row) => row % 2 === 0 || row % 10 === 1),
  );
  const options: SupportVectorOptions = {
    regularization: 1,
    kernel: gaussian({ lengthScale: 1, fixed: ["lengthScale"] }),
  };
  const [plain, balanced] = [{}, { classWeights: "balanced" } as const].map((more) =>
    fitSync(supportVector({ ...options, ...more }), rare, { target }),
  );
  const [a, b] = [plain, balanced].map((posterior) =>
    parametersOf(posterior).coefficients.reduce((x, y) => x + Math.abs(y), 0),
  );
  expect(b).not.toBeCloseTo(a, 3);
  for (const posterior of [plain, balanced]) {
    const { probabilities, classes } = posterior.predict(rare);
    const at = classes.indexOf("out");
    let mean = 0;
    for (let row = 0; row < rare.rows; row++) mean += probabilities.data[2 * row + at] / rare.rows;
    expect(mean).toBeCloseTo(30 / 180, 1);
  }
});

test("a nugget in the kernel is no part of what is said of new rows", () => {
  const kernel = sum(
    gaussian({ lengthScale: 1, fixed: ["lengthScale"] }),
    nugget({ variance: 0.3, fixed: ["variance"] }),
  );
  const posterior = fitSync(supportVector({ kernel, regularization: 0.3 }), ring(100), { target });
  expect(errorsOf(posterior, ring(300, 5))).toBeLessThan(40);
});

test("a training that may take few steps warns that it did not end", () => {
  const { warnings } = fitSync(supportVector({ iterations: 3, regularization: 0.1 }), ring(100), { target });
  expect(warnings.map(({ code }) => code)).toContain("not-converged");
});

test("irises are told apart in pairs of classes", () => {
  const table = iris();
  const posterior = fitSync(supportVector(), table, { target: "species" });
  expect(posterior.toDocument().model).toMatchObject({ name: "pairwise" });
  const { labels } = posterior.predict(table);
  const wrong = labels.filter((label, row) => label !== labels[row - (row % 50)]).length;
  expect(wrong).toBeLessThan(8);
});

test("wrong options are refused by name", () => {
  for (const options of [
    { regularization: 0 },
    { regularization: "much" },
    { criterion: "luck" },
    { classWeights: [1, 2] },
    { tolerance: 1 },
    { iterations: 0.5 },
  ]) {
    const [name] = Object.keys(options);
    expect(() => supportVector(options as SupportVectorOptions)).toThrow(`The option ${name} of svc`);
  }
});
