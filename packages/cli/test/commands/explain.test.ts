import { readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  fitSync,
  gaussian,
  iris,
  leastSquaresSupportVector,
  linearDiscriminant,
  selectRows,
  tableFromColumns,
  type Posterior,
} from "kernelbayes";
import { formatCsv } from "kernelbayes/table";
import { shapleyValuesSync } from "kernelbayes/explain";
import { writePosterior } from "kernelbayes/node";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { run, runJson } from "./run.ts";

const flowers = iris();
const pairs = selectRows(
  flowers,
  Array.from({ length: 100 }, (_, row) => row + 50),
);
const named = {
  ...pairs,
  columns: [
    ...pairs.columns,
    ...tableFromColumns({
      id: Array.from({ length: 100 }, (_, i) => `f${i + 1}`),
      garden: Array.from({ length: 100 }, (_, i) => (i % 3 === 0 ? "north" : "south")),
    }).columns,
  ],
};

let folder = "";
let kernel: Posterior;
const at = (name: string): string => join(folder, name);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "kernelbayes-"));
  const options = { target: "species", exclude: ["id", "garden"] };
  const model = leastSquaresSupportVector({ kernel: gaussian({ lengthScale: 2 }), regularization: 0.1 });
  kernel = fitSync(model, named, options);
  await writePosterior(at("kernel.json"), kernel);
  await writePosterior(at("lda.json"), fitSync(linearDiscriminant(), named, options));
  await writeFile(at("flowers.csv"), formatCsv(named));
  await writeFile(at("one.csv"), formatCsv(selectRows(named, [0])));
});
afterAll(async () => rm(folder, { recursive: true }));

interface Explained {
  readonly method: string;
  readonly scale: string;
  readonly rows: readonly {
    readonly row: number;
    readonly name?: string;
    readonly label: string;
    readonly outputs: readonly {
      readonly class: string;
      readonly base: number;
      readonly total: number;
      readonly contributions: Readonly<Record<string, number>>;
      readonly deviations?: Readonly<Record<string, number>>;
    }[];
  }[];
}

describe("kernelbayes explain", () => {
  test("prints the contributions of named rows as bars, and the same numbers as JSON", async () => {
    const words = ["explain", at("kernel.json"), at("flowers.csv"), "--row", "3,60", "--name", "id"];
    const { status, stdout } = await run(...words);
    expect(status).toBe(0);
    expect(stdout).toContain("Shapley values of the log odds of the class, exact");
    expect(stdout).toMatch(/Row 3 \(f3\): versicolor, probability .* %; log odds of versicolor against virginica/);
    expect(stdout).toMatch(/petal width = 1\.5 +│?█/);
    const { rows, method, scale } = await runJson<Explained>(...words, "--deviations");
    expect([method, scale, rows.map(({ row, name }) => [row, name])]).toEqual([
      "exact",
      "log-odds",
      [
        [3, "f3"],
        [60, "f60"],
      ],
    ]);
    const expected = shapleyValuesSync(kernel, selectRows(named, [2, 59]), { background: named });
    const [, output] = rows[1].outputs;
    Object.values(output.contributions).forEach((value, j) =>
      expect(value).toBeCloseTo(expected.outputs[1].contributions.data[4 + j], 10),
    );
    expect(Object.values(output.contributions).reduce((sum, value) => sum + value, output.base)).toBeCloseTo(
      output.total,
      10,
    );
    expect(Object.values(output.deviations!).every((value) => value > 0)).toBe(true);
  });

  test("without a question shows what matters over all rows, and writes all contributions to a table", async () => {
    const { stdout } = await run("explain", at("kernel.json"), at("flowers.csv"));
    expect(stdout).toContain("mean |contribution|");
    const file = at("contributions.csv");
    const { status } = await run(
      "explain",
      at("kernel.json"),
      at("flowers.csv"),
      "--method",
      "removed",
      "--out",
      file,
      "--name",
      "id",
      "--quiet",
    );
    expect(status).toBe(0);
    const [header, first, ...others] = readFileSync(file, "utf8").trimEnd().split("\n");
    expect(header).toBe(
      "row,id,class,against,base,total,contribution_sepal length,contribution_sepal width,contribution_petal length,contribution_petal width",
    );
    expect(others).toHaveLength(99);
    const [base, total, ...parts] = first.split(",").slice(4).map(Number);
    expect(parts.reduce((sum, value) => sum + value, base)).toBeCloseTo(total, 9);
  });

  test("answers questions about a row: changes and neighbours", async () => {
    const words = ["explain", at("kernel.json"), at("flowers.csv"), "--row", "21"];
    const { stdout } = await run(
      ...words,
      "--counterfactual",
      "virginica=0.9",
      "--fixed",
      "sepal length",
      "--neighbours",
      "3",
      "--training",
      at("flowers.csv"),
      "--name",
      "id",
    );
    expect(stdout).toContain("Smallest changes for virginica with probability 90.0 %");
    expect(stdout).not.toMatch(/sepal length: .* → /);
    expect(stdout).toContain("the training rows that the prediction leans on, in log odds");
    expect(stdout).toMatch(/f\d+/);
    const data = await runJson<{
      counterfactuals: { target: string; found: { probabilities: Record<string, number> }[] }[];
      neighbours: { outputs: { neighbours: { rows: number[]; names: string[] }[][] }[] }[];
    }>(
      ...words,
      "--counterfactual",
      "virginica=0.9",
      "--neighbours",
      "2",
      "--training",
      at("flowers.csv"),
      "--name",
      "id",
    );
    expect(data.counterfactuals[0].found[0].probabilities["virginica"]).toBeGreaterThanOrEqual(0.9);
    expect(data.neighbours[0].outputs).toHaveLength(2);
    const alone = await run(
      "explain",
      at("kernel.json"),
      at("one.csv"),
      "--counterfactual",
      "--background",
      at("flowers.csv"),
      "--quiet",
    );
    expect(alone.stdout).toContain("Smallest changes for virginica");
  });

  test("answers questions about the model: effects, pairs, relevance, slices, groups, curves", async () => {
    const words = ["explain", at("lda.json"), at("flowers.csv")];
    const { stdout, status } = await run(
      ...words,
      "--effects",
      "petal width",
      "--interactions",
      "--relevance",
      "--slices",
      "--fairness",
      "garden",
    );
    expect(status).toBe(0);
    expect(stdout).toContain("petal width and virginica:");
    expect(stdout).toContain("rises");
    expect(stdout).toContain("Pairs that act together, among 4 columns");
    expect(stdout).toContain("The rise of the log loss of 100 labelled rows");
    expect(stdout).toContain("These are the rows that the model was fitted to");
    const part = at("part.csv");
    await writeFile(
      part,
      formatCsv(
        selectRows(
          named,
          Array.from({ length: 60 }, (_, i) => i + 20),
        ),
      ),
    );
    expect((await run("explain", at("lda.json"), part, "--relevance")).stdout).not.toContain("was fitted to");
    expect(stdout).toMatch(/\d+ slices of 100 rows/);
    expect(stdout).toContain("Rates of virginica by garden");
    const data = await runJson<{
      learningCurve: { points: unknown[]; outlook: { rows: number }[] };
      columnCurve: { columns: number }[];
      rows?: unknown;
    }>(...words, "--learning-curve", "--column-curve");
    expect(data.learningCurve.outlook.map(({ rows }) => rows)).toEqual([200, 400]);
    expect(data.columnCurve.map(({ columns }) => columns)).toEqual([1, 2, 4]);
    expect(data.rows).toBeUndefined();
  });

  test("refuses what it cannot do, in words and with exit code 2", async () => {
    const words = ["explain", at("lda.json"), at("flowers.csv")];
    for (const [extra, message] of [
      [["--row", "101"], "--row 101: the table has 100 rows."],
      [["--row", "x"], "--row takes a whole number from 1"],
      [["--class", "tulip"], 'There is no class "tulip". The classes are versicolor, virginica.'],
      [
        ["--counterfactual"],
        "--counterfactual is about single rows, and the table has 100. Name some, such as --row 1.",
      ],
      [["--counterfactual", "tulip=0.5", "--row", "1"], 'There is no class "tulip".'],
      [["--neighbours", "2", "--row", "1"], "is no sum over training rows"],
      [["--method", "magic"], "--method takes one of background, removed, sampled"],
      [["--scale", "probability"], "--scale takes one of log-odds, latent"],
      [["--effects", "petal hue"], 'The model uses no column "petal hue".'],
      [["--out", at("lda.json")], "lda.json"],
    ] as const) {
      const { status, stderr } = await run(...words, ...extra);
      expect([status, stderr]).toEqual([2, expect.stringContaining(message)]);
    }
    const alone = await run("explain", at("lda.json"), at("one.csv"));
    expect([alone.status, alone.stderr]).toEqual([2, expect.stringContaining("--background")]);
  });
});
