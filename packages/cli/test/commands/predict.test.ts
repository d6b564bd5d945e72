import { spawn } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  fitSync,
  iris,
  parseCsv,
  selectRows,
  shrunkenDiscriminant,
  tableFromColumns,
  type Posterior,
  type Table,
} from "kernelbayes";
import { abstain, conformalThreshold, decideByCost, leaveOneOutRows, predictionSets } from "kernelbayes/compare";
import { matrices } from "kernelbayes/numeric";
import { asText, columnNamed, columnNames, formatCsv, tableOf } from "kernelbayes/table";
import { readTable, writePosterior } from "kernelbayes/node";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { run, type Ran } from "./run.ts";

const command = fileURLToPath(new URL("../../dist/kernelbayes.js", import.meta.url));

/** Runs the built command as a person would, with a text for its standard input. */
function real(words: readonly string[], input = ""): Promise<Ran> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [command, ...words]);
    const printed = { stdout: "", stderr: "" };
    child.stdout.on("data", (part) => (printed.stdout += part));
    child.stderr.on("data", (part) => (printed.stderr += part));
    child.on("close", (status) => resolve({ status: status ?? -1, ...printed }));
    // A command that refuses its words does not wait for its input.
    child.stdin.on("error", () => undefined);
    child.stdin.end(input);
  });
}

const flowers = iris();
const features = columnNames(flowers).filter((name) => name !== "species");
const trained = Array.from({ length: 75 }, (_, row) => 2 * row);
const unseen = trained.map((row) => row + 1);

let folder = "";
let posterior: Posterior;
let two: Posterior;
const at = (name: string): string => join(folder, name);

/** Rows of iris with an identifier before the columns, which come in another order. */
function labelled(rows: readonly number[]): Table {
  const part = selectRows(flowers, rows);
  const { columns } = tableFromColumns({ flower: rows.map((row) => `f${row}`) });
  const others = [...features.toReversed(), "species"].map((name) => columnNamed(part, name));
  return tableOf([...columns, ...others]);
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "kernelbayes-"));
  posterior = fitSync(shrunkenDiscriminant(), selectRows(flowers, trained), { target: "species" });
  two = fitSync(shrunkenDiscriminant(), selectRows(flowers, trained.slice(25)), { target: "species" });
  await writePosterior(at("model.json"), posterior);
  await writePosterior(at("two.json"), two);
  await writeFile(at("new.csv"), formatCsv(labelled(unseen)));
});
afterAll(async () => rm(folder, { recursive: true }));

describe("the output", () => {
  test("is what the library predicts, rows in their order, behind the columns that the model does not use", async () => {
    const { status, stdout, stderr } = await run(
      "predict",
      at("model.json"),
      at("new.csv"),
      "--latent",
      "--digits",
      "all",
    );
    expect(status).toBe(0);
    const table = parseCsv(stdout);
    const each = (prefix: string): string[] => posterior.classes.map((label) => `${prefix}_${label}`);
    expect(columnNames(table)).toEqual([
      "flower",
      "species",
      "label",
      ...["probability", "lower", "upper", "latent_mean", "latent_deviation"].flatMap(each),
      "outside",
    ]);
    const { labels, probabilities, lower, latentMean } = posterior.predict(selectRows(flowers, unseen));
    expect(asText(columnNamed(table, "flower"))).toEqual(unseen.map((row) => `f${row}`));
    expect(asText(columnNamed(table, "label"))).toEqual(labels);
    for (const [prefix, values] of Object.entries({ probability: probabilities, lower, latent_mean: latentMean })) {
      posterior.classes.forEach((label, number) =>
        expect(columnNamed(table, `${prefix}_${label}`)).toMatchObject({ values: matrices.column(values, number) }),
      );
    }
    expect(stderr).toMatch(/^Predicted 75 rows in [\d.]+ s \(\d+ rows per second\): .*setosa 25/);
  });

  test("of three classes has 11 columns of six digits, where it had 17 of 17 digits", async () => {
    const { stdout } = await run("predict", at("model.json"), at("new.csv"), "--keep", "none");
    const table = parseCsv(stdout);
    const each = (prefix: string): string[] => posterior.classes.map((label) => `${prefix}_${label}`);
    expect(columnNames(table)).toEqual(["label", ...["probability", "lower", "upper"].flatMap(each), "outside"]);
    const numbers = stdout
      .split("\n")
      .slice(1, -1)
      .flatMap((line) => line.split(",").slice(1, -1));
    for (const number of numbers) expect(number.replace(/e.*$|^0\.0*|\./g, "").length).toBeLessThanOrEqual(6);
    const { probabilities } = posterior.predict(selectRows(flowers, unseen));
    posterior.classes.forEach((label, number) => {
      const exact = matrices.column(probabilities, number);
      const written = columnNamed(table, `probability_${label}`);
      if (written.type !== "number") throw new TypeError("a column of numbers was expected");
      written.values.forEach((value, row) => expect(Math.abs(value / exact[row] - 1)).toBeLessThan(5e-6));
    });
  });

  test("has all digits in other formats, and as many as asked for in any", async () => {
    const { probabilities } = posterior.predict(selectRows(flowers, unseen.slice(0, 1)));
    const first = async (...words: string[]): Promise<unknown> => {
      const { stdout } = await run("predict", at("model.json"), at("new.csv"), ...words);
      return (JSON.parse(stdout.split("\n")[0]) as Record<string, unknown>)[`probability_${posterior.classes[0]}`];
    };
    expect(await first("--json")).toBe(probabilities.data[0]);
    expect(await first("--json", "--digits", "3")).toBe(Number(probabilities.data[0].toPrecision(3)));
    const { status, stderr } = await run("predict", at("model.json"), at("new.csv"), "--digits", "0");
    expect(status).toBe(2);
    expect(stderr).toContain("--digits");
  });

  test("has one latent quantity for two classes, and intervals of the level that is asked for", async () => {
    const words = ["predict", at("two.json"), at("new.csv"), "--interval", "0.99", "--keep", "none", "--quiet"];
    const { stdout, stderr } = await run(...words, "--latent", "--digits", "all");
    expect(stderr).toBe("");
    const table = parseCsv(stdout);
    expect(columnNames(table).filter((name) => name.startsWith("latent"))).toEqual(["latent_mean", "latent_deviation"]);
    const [asked, usual] = [0.99, 0.9].map((level) => two.predict(selectRows(flowers, unseen), { level }));
    expect(columnNamed(table, "latent_mean")).toMatchObject({ values: matrices.column(asked.latentMean, 1) });
    const ends = matrices.column(asked.lower, 0);
    expect(columnNamed(table, `lower_${two.classes[0]}`)).toMatchObject({ values: ends });
    expect(ends).not.toEqual(matrices.column(usual.lower, 0));
  });

  test.each([
    ["--keep none", []],
    ["--keep all", ["flower", ...features.toReversed(), "species"]],
    ["--id species,flower", ["species", "flower"]],
  ])("keeps the columns that are asked for: %s", async (words, kept) => {
    const { stdout } = await run("predict", at("model.json"), at("new.csv"), ...words.split(" "), "--quiet");
    const names = columnNames(parseCsv(stdout));
    expect(names.slice(0, names.indexOf("label"))).toEqual(kept);
  });

  test("keeps a column that is named like a prediction under another name, as it was written, and says so", async () => {
    const part = selectRows(flowers, [1, 3]);
    const { columns } = tableFromColumns({ label: ["01", "1"] });
    await writeFile(at("label.csv"), formatCsv(tableOf([...columns, ...part.columns])));
    const { stdout, stderr } = await run("predict", at("model.json"), at("label.csv"));
    expect(asText(columnNamed(parseCsv(stdout), "given_label"))).toEqual(["01", "1"]);
    expect(stderr).toContain('Column "label" of the table is written as "given_label"');
  });

  test("is the same in every format, complete or not there", async () => {
    // A column without any text is of no type in a CSV file.
    const types = { outside: "text" } as const;
    const expected = parseCsv((await run("predict", at("model.json"), at("new.csv"), "--digits", "all")).stdout, {
      types,
    });
    for (const name of ["out.csv.gz", "out.tsv", "out.ndjson", "out.parquet", "out.arrow"]) {
      const written = await run("predict", at("model.json"), at("new.csv"), "--out", at(name), "--digits", "all");
      expect(written).toMatchObject({ status: 0, stdout: "" });
      expect(await readTable(at(name), { types })).toEqual(expected);
    }
    const words = ["predict", at("model.json"), at("new.csv"), "--id", "no", "--out", at("broken.csv")];
    expect((await run(...words)).status).toBe(2);
    expect((await readdir(folder)).filter((name) => /partial|broken/.test(name))).toEqual([]);
  });

  test("goes to the standard output as JSON lines with --json, and beside a file a summary does", async () => {
    const lines = await run("predict", at("model.json"), at("new.csv"), "--json", "--sets", "0.9", "--quiet");
    const rows = lines.stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(rows).toHaveLength(75);
    expect(rows[0]).toMatchObject({ flower: "f1", label: "setosa", set: ["setosa"] });
    const words = ["predict", at("model.json"), at("new.csv"), "--json", "--out", at("json.csv"), "--abstain", "99%"];
    const { stdout, stderr } = await run(...words);
    expect(stderr).toBe("");
    const { labels, probabilities } = posterior.predict(selectRows(flowers, unseen));
    expect(JSON.parse(stdout)).toMatchObject({
      rows: 75,
      labels: { setosa: labels.filter((label) => label === "setosa").length },
      undecided: abstain(probabilities, 0.99).filter((decision) => decision < 0).length,
    });
  });
});

describe("a table of many chunks", () => {
  const many = Array.from({ length: 10_050 }, (_, row) => (row * 7) % 150);
  const table = selectRows(flowers, many);

  test("is predicted as if it were whole, sets included, from a file and from the standard input", async () => {
    const text = formatCsv(table);
    await writeFile(at("many.csv"), text);
    const words = ["predict", at("model.json"), at("many.csv"), "--sets", "0.9", "--keep", "none", "--quiet"];
    words.push("--digits", "all");
    const { stdout } = await run(...words);
    const written = parseCsv(stdout);
    const { probabilities } = posterior.predict(table);
    const found = columnNamed(written, `probability_${posterior.classes[0]}`);
    // Lists of ten thousand are compared without the care that a difference would be shown with.
    expect(found.type === "number" && found.values.every((value, row) => value === probabilities.data[3 * row])).toBe(
      true,
    );
    const { probabilities: own, classes } = leaveOneOutRows(posterior);
    const sets = predictionSets(probabilities, conformalThreshold(own, classes, { level: 0.9 }));
    expect(asText(columnNamed(written, "set")).join("\n") === sets.map(setText).join("\n")).toBe(true);
    expect(new Set(sets.map(({ length }) => length))).toEqual(new Set([1, 2]));
    const piped = await real(words.with(2, "-"), text);
    expect(piped.status).toBe(0);
    expect(piped.stdout === stdout).toBe(true);
  });

  test("is predicted no further when nobody reads the output any more", async () => {
    const child = spawn(process.execPath, [command, "predict", at("model.json"), at("many.csv"), "--quiet"]);
    let stderr = "";
    child.stderr.on("data", (part) => (stderr += part));
    child.stdout.once("data", () => child.stdout.destroy());
    const status = await new Promise((resolve) => child.on("close", resolve));
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  });

  test("has its faults told by the row of the whole table", async () => {
    const lines = formatCsv(table).trimEnd().split("\n");
    const words = ["predict", at("model.json"), at("hole.csv"), "--out", at("hole.out.csv")];
    lines[10_021] = lines[10_021].replace(/^[^,]*/, "");
    await writeFile(at("hole.csv"), lines.join("\n"));
    const missing = await run(...words);
    expect(missing.status).toBe(2);
    expect(missing.stderr).toContain(`hole.csv: Column "${columnNames(table)[0]}" has a missing value in row 10021`);
    lines[10_021] = `tall${lines[10_021]}`;
    await writeFile(at("hole.csv"), lines.join("\n"));
    const text = await run(...words);
    expect(text.stderr).toMatch(
      /hole\.csv: Line 10022, column ".*": "tall" is not a number\. The model was fitted to numbers/,
    );
  });
});

/** A set as the command writes it. */
function setText(set: Int32Array): string {
  return Array.from(set, (number) => posterior.classes[number]).join("|");
}

describe("decisions", () => {
  const costs = {
    setosa: { versicolor: 1, virginica: 1 },
    versicolor: { setosa: 1, virginica: 50 },
    virginica: { setosa: 1, versicolor: 1 },
    "look again": { setosa: 0.2, versicolor: 0.2, virginica: 0.2 },
  };

  test("are those of the least expected cost, and none is taken below a probability", async () => {
    await writeFile(at("costs.json"), JSON.stringify(costs));
    const words = ["predict", at("model.json"), at("new.csv"), "--cost", at("costs.json"), "--abstain", "0.7"];
    const { stdout, stderr } = await run(...words, "--digits", "all");
    const table = parseCsv(stdout);
    const { probabilities } = posterior.predict(selectRows(flowers, unseen));
    const actions = [...posterior.classes, "look again"];
    const rows = [
      [0, 1, 1],
      [1, 0, 50],
      [1, 1, 0],
      [0.2, 0.2, 0.2],
    ];
    const { decisions, expectedCosts } = decideByCost(probabilities, rows);
    const undecided = abstain(probabilities, 0.7);
    const expected = Array.from(decisions, (action, row) => (undecided[row] < 0 ? undefined : actions[action]));
    expect(asText(columnNamed(table, "decision"))).toEqual(expected);
    expect(new Set(expected).size).toBeGreaterThan(3);
    const least = Float64Array.from(decisions, (action, row) => expectedCosts.data[4 * row + action]);
    expect(columnNamed(table, "expected_cost")).toMatchObject({ values: least });
    expect(stderr).toMatch(/Decided: .*look again \d+.*; undecided \(no class reaches 0\.7\): \d+ rows/);
    expect(stderr).toMatch(/Expected cost: 0\.\d+ per row/);
  });

  test("are fewer where the intervals are to be considered too", async () => {
    const words = ["predict", at("model.json"), at("new.csv"), "--abstain", "0.9", "--keep", "none"];
    const [plain, cautious] = [await run(...words), await run(...words, "--cautious")].map(({ stdout }) =>
      asText(columnNamed(parseCsv(stdout), "decision")).filter((decision) => decision !== undefined),
    );
    expect(cautious.length).toBeGreaterThan(0);
    expect(cautious.length).toBeLessThan(plain.length);
  });

  test("with --cautious alone are left open where another class could be the most probable within the intervals", async () => {
    const words = ["predict", at("two.json"), at("new.csv"), "--keep", "none", "--interval", "0.99"];
    const { stdout, stderr } = await run(...words, "--cautious");
    const { labels, lower } = two.predict(selectRows(flowers, unseen), { level: 0.99 });
    // Of two classes the other one is more probable somewhere in the interval exactly where the lower end is below a half.
    const ends = labels.map((label, row) => lower.data[2 * row + two.classes.indexOf(label)]);
    const expected = labels.map((label, row) => (ends[row] < 0.5 ? undefined : label));
    expect(asText(columnNamed(parseCsv(stdout), "decision"))).toEqual(expected);
    expect(expected.filter((label) => label === undefined).length).toBeGreaterThan(0);
    expect(stderr).toMatch(/undecided \(another class could be the most probable within the intervals\): \d+ rows/);
  });

  test("with --cautious and --abstain 0.5 are not said to fail because no class reaches 0.5", async () => {
    const words = ["predict", at("two.json"), at("new.csv"), "--keep", "none", "--interval", "0.99"];
    const { stderr } = await run(...words, "--cautious", "--abstain", "0.5");
    expect(stderr).not.toContain("no class reaches");
    expect(stderr).toMatch(/undecided \(no interval lies above 0\.5, or another class could .*\): [1-9]\d* rows/);
  });

  test.each([
    ["[]", "The costs should be an object; got []"],
    ["{}", "The costs name no decision"],
    ['{"setosa": {"versicolor": 1}}', 'lack a number for the true class "virginica"'],
    ['{"setosa": {"rosa": 1}}', 'name the class "rosa", which the model does not know'],
    ["{", "is not valid JSON"],
  ])("are refused by costs that cannot be: %s", async (text, message) => {
    await writeFile(at("wrong.json"), text);
    const { status, stderr } = await run("predict", at("model.json"), at("new.csv"), "--cost", at("wrong.json"));
    expect(status).toBe(2);
    expect(stderr).toContain(message);
  });
});

describe("prediction sets", () => {
  test("are guaranteed with rows that the fit did not use, approximate without, and the command says which", async () => {
    await writeFile(at("unused.csv"), formatCsv(labelled(unseen.slice(0, 60))));
    const words = ["predict", at("model.json"), at("new.csv"), "--sets", "0.9", "--seed", "3"];
    const [split, left] = [await run(...words, "--calibrate", at("unused.csv")), await run(...words)];
    expect(split.stderr).toMatch(/Sets contain the true class of at least 90 % .* the 60 of --calibrate: guaranteed/);
    expect(left.stderr).toMatch(
      /Sets contain the true class of about 90 % .*: approximately, by leave-one-out of 75 rows/,
    );
    const table = selectRows(flowers, unseen.slice(0, 60));
    const truth = asText(columnNamed(table, "species")).map((label) => posterior.classes.indexOf(label!));
    const threshold = conformalThreshold(posterior.predict(table).probabilities, truth, { level: 0.9, seed: 3 });
    const sets = predictionSets(posterior.predict(selectRows(flowers, unseen)).probabilities, threshold);
    expect(asText(columnNamed(parseCsv(split.stdout), "set"))).toEqual(sets.map(setText));
  });

  test("hold every class where there are too few rows, and labels must be known", async () => {
    await writeFile(at("few.csv"), formatCsv(labelled(unseen.slice(0, 5))));
    const words = ["predict", at("model.json"), at("new.csv"), "--keep", "none", "--calibrate", at("few.csv")];
    const { stdout, stderr } = await run(...words);
    expect(stderr).toContain("90 % needs at least 9 rows, and there are 5");
    expect(new Set(asText(columnNamed(parseCsv(stdout), "set")))).toEqual(new Set(["setosa|versicolor|virginica"]));
    await writeFile(at("few.csv"), formatCsv(labelled(unseen.slice(0, 5))).replaceAll("setosa", "rosa"));
    expect((await run(...words)).stderr).toMatch(/few\.csv: Column "species" has the label "rosa" in row 1/);
  });
});

test("a file that is no model or does not fit ends the command with exit code 2 and one message", async () => {
  const text = await readFile(at("model.json"), "utf8");
  await writeFile(at("short.json"), text.slice(0, text.length / 2));
  await writeFile(at("future.json"), text.replace('"version":1', '"version":99'));
  await writeFile(at("other.json"), '{"name": "something else"}');
  await writeFile(at("bytes.json"), Uint8Array.of(1, 0, 255, 254, 7, 9));
  await writeFile(at("lacking.csv"), formatCsv(tableOf(flowers.columns.slice(1))));
  const cases: readonly (readonly [words: string, message: RegExp])[] = [
    ["none.json new.csv", /none\.json: there is no such file/],
    ["short.json new.csv", /short\.json: The document is not valid JSON: .* damaged or cut short/],
    ["future.json new.csv", /future\.json: The document has version 99; .* Update kernelbayes/],
    ["other.json new.csv", /other\.json: document\.format .* A model file is written by `kernelbayes fit`/],
    ["bytes.json new.csv", /bytes\.json: .* A model file is written by `kernelbayes fit`/],
    ["model.json none.csv", /none\.csv: there is no such file/],
    ["model.json lacking.csv", /lacking\.csv: The table lacks a column that the model needs: ".*"\. Its columns are/],
    ["model.json new.csv --id flowr", /There is no column "flowr"\. Did you mean "flower"/],
    [`model.json new.csv --out ${at("new.csv/x.csv")}`, /new\.csv cannot be written: there is a file of this name/],
    ["model.json new.csv --out x.xls", /does not show in which format/],
    ["model.json new.csv --interval 1.5", /--interval takes a number between 0 and 1/],
    ["model.json new.csv --keep some", /--keep takes one of others, all, none/],
  ];
  for (const [place, [line, message]] of cases.entries()) {
    const [model, table, ...rest] = line.split(" ");
    const words = ["predict", at(model), at(table), ...rest];
    // Two on the built command; the others go through the same door.
    const { status, stdout, stderr } = await (place === 1 || place === 2 ? real(words) : run(...words));
    expect(stderr).toMatch(message);
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(stderr.trimEnd().split("\n")).toHaveLength(1);
  }
});
