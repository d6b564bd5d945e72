import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fitSync, iris, parseCsv, shrunkenDiscriminant } from "kernelbayes";
import { ripley } from "kernelbayes/data";
import { random, stream } from "kernelbayes/numeric";
import { formatCsv } from "kernelbayes/table";
import { measure } from "kernelbayes/evaluate";
import { readPosterior } from "kernelbayes/node";
import { describe, expect, test } from "vitest";
import { run, runJson, temporaryFile, temporaryFolder } from "./run.ts";

const flowers = formatCsv(iris());

interface Interval {
  readonly estimate: number;
  readonly lower: number;
  readonly upper: number;
}

interface FitResult {
  readonly table: { rows: number; unlabelled: number; dates: string[] };
  readonly columns: readonly string[];
  readonly classes: readonly { name: string; rows: number }[];
  readonly measured: { how: string; rows: number; folds?: number } & Record<
    "errorRate" | "logLoss" | "calibration",
    Interval
  >;
  readonly relevance: readonly { column: string; mean: number }[];
  readonly warnings: readonly { code: string; message: string }[];
  readonly files: { model: string; report?: string; figures?: { names: string[] } };
}

describe("fit", () => {
  test("says what it understood, measures in folds, and writes model, report and charts", async () => {
    const [out, figures] = [temporaryFolder(), temporaryFolder()];
    const table = temporaryFile("ripley.csv", formatCsv(ripley({ rows: 60 })));
    const words = ["fit", table, "--target", "class", "--model", "lda", "--out", out, "--figures", figures];
    const { status, stdout, stderr } = await run(...words);
    expect(status).toBe(0);
    expect(stderr).toMatch(
      /ripley\.csv: 60 rows, 2 number columns\.\nLabel class: positive \d+ \(.* %\), negative \d+ \(.*%\)\. No values are missing\.\n/,
    );
    expect(stderr).toMatch(
      /Fitting lda to 60 rows × 2 encoded columns with the engine .*: expected .* for each of 21 fits, about \d+ MiB of memory\./,
    );
    expect(stdout).toContain("Model: lda, Linear discriminant.");
    expect(stdout).toContain(
      "Measured on 60 rows in 10 folds, 2 times over, each predicted by a fit to the other folds:",
    );
    expect(stdout).toMatch(/error +\d+\.\d+ % +\d+\.\d+ % to \d+\.\d+ %/);
    expect(stdout).toMatch(/Columns that matter: x2/);
    expect(stdout).toContain(join(out, "model.json"));
    expect(readdirSync(out).toSorted()).toEqual(["model.json", "report.html"]);
    expect(readFileSync(join(out, "report.html"), "utf8")).toMatch(/^<!doctype html>/i);
    const charts = readdirSync(figures);
    expect(charts).toContain("roc.svg");
    expect(readFileSync(join(figures, "roc.svg"), "utf8")).toContain("<svg");
    expect(stdout).toContain(`${charts.length} files in ${figures}`);
  });

  test("the report holds the model unless it is to be static, and the card is written where it is asked for", async () => {
    const table = temporaryFile("ripley.csv", formatCsv(ripley({ rows: 60 })));
    const words = ["fit", table, "--target", "class", "--model", "lda", "--holdout", "0.4", "--quiet"];
    const [living, still] = [temporaryFolder(), temporaryFolder()];
    await run(...words, "--out", living);
    const { stdout } = await run(...words, "--static-report", "--card", "--out", still);
    const pageOf = (folder: string): string => readFileSync(join(folder, "report.html"), "utf8");
    expect(pageOf(living)).toMatch(/<script type="application\/gzip" id="living-model">/);
    expect(pageOf(still)).not.toContain("<script");
    expect(stdout).toContain(join(still, "model-card.md"));
    expect(readFileSync(join(still, "model-card.md"), "utf8")).toMatch(/^# Model card: classifier of class\n/);
    expect(existsSync(join(living, "model-card.md"))).toBe(false);
  });

  test("measures what the library measures, and writes the posterior that the library fits", async () => {
    const out = temporaryFolder();
    const text = formatCsv(ripley({ rows: 80 }));
    const words = ["fit", temporaryFile("ripley.csv", text), "--target", "class", "--model", "rda", "--seed", "3"];
    const { measured, files } = await runJson<FitResult>(...words, "--out", out, "--no-report");
    const posterior = fitSync(shrunkenDiscriminant(), parseCsv(text), { target: "class", seed: 3, missing: "impute" });
    const options = { target: "class", seed: 3, missing: "impute" } as const;
    const expected = await measure(shrunkenDiscriminant(), parseCsv(text), options);
    expect(measured).toMatchObject({ how: "folds", folds: 10, rounds: 2 });
    expect(measured.logLoss).toEqual(expected.intervals.logLoss);
    expect(measured.errorRate).toEqual(expected.intervals.errorRate);
    expect(measured.calibration.estimate).toBeCloseTo(expected.scores.calibration.error, 10);
    for (const measure of ["errorRate", "logLoss"] as const) {
      expect(measured[measure].lower).toBeLessThan(measured[measure].estimate);
      expect(measured[measure].upper).toBeGreaterThan(measured[measure].estimate);
    }
    expect(existsSync(join(out, "report.html"))).toBe(false);
    const saved = await readPosterior(files.model);
    expect(saved.predict(ripley()).probabilities).toEqual(posterior.predict(ripley()).probabilities);
  });

  test("holds rows out of the model and measures on them, with equal seeds the same ones", async () => {
    const table = temporaryFile("ripley.csv", formatCsv(ripley({ rows: 120 })));
    const words = [
      "fit",
      table,
      "--target",
      "class",
      "--model",
      "lda",
      "--holdout",
      "25%",
      "--no-report",
      "--out",
      temporaryFolder(),
    ];
    const first = await runJson<FitResult>(...words);
    expect(first.measured).toMatchObject({ how: "hold-out", rows: 30 });
    expect(first.classes.reduce((sum, { rows }) => sum + rows, 0)).toBe(90);
    expect(first.warnings.map(({ code }) => code)).toContain("small-hold-out");
    const again = await runJson<FitResult>(...words);
    expect(again.measured).toEqual(first.measured);
    const other = await runJson<FitResult>(...words, "--seed", "2");
    expect(other.measured.logLoss.estimate).not.toBe(first.measured.logLoss.estimate);
  });

  test("names the row of the file where a held-out row has a category that the others do not, and what is kept", async () => {
    const rows = Array.from({ length: 60 }, (_, i) => `${(i * 7) % 11},k${i % 4},${i % 3 === 0 ? "a" : "b"}`);
    const path = temporaryFile(
      "rare.csv",
      ["x,kind,label", ...rows.map((row, i) => (i % 8 === 0 ? row.replace(/k\d+/, `r${i}`) : row))].join("\n"),
    );
    const words = ["fit", path, "--target", "label", "--model", "lda", "--option", "shrinkage=0.5", "--no-report"];
    const out = temporaryFolder();
    const { status, stderr } = await run(...words, "--holdout", "0.3", "--unseen", "refuse", "--out", out, "--quiet");
    expect(status).toBe(2);
    const [, level, row] = /the value "r(\d+)" in row (\d+),/.exec(stderr)!;
    expect(stderr).toContain("--unseen zeros");
    expect(stderr).toContain(`${join(out, "model.json")} was written before, and is complete.`);
    expect(Number(row)).toBe(Number(level) + 1);
    expect(await run(...words, "--holdout", "0.3", "--out", out)).toMatchObject({ status: 0 });
  });

  test("cross-validates in folds, with a model of all rows, and keeps groups together", async () => {
    const table = ripley({ rows: 90 });
    const lines = formatCsv(table).trimEnd().split("\n");
    const grouped = lines.map((line, at) => `${line},${at === 0 ? "patient" : `p${Math.floor(at / 3)}`}`).join("\n");
    const words = ["fit", temporaryFile("grouped.csv", grouped), "--target", "class", "--group", "patient"];
    const rest = ["--model", "lda", "--folds", "3", "--jobs", "1", "--no-report", "--out", temporaryFolder()];
    const { measured, classes, columns } = await runJson<FitResult>(...words, ...rest);
    expect(measured).toMatchObject({ how: "folds", folds: 3, rows: 90 });
    expect(classes.reduce((sum, { rows }) => sum + rows, 0)).toBe(90);
    expect(columns).toEqual(["x1", "x2"]);
  });

  test("takes a table as it comes: missing cells are filled, dates become features, rows without a label are left out, and all of it is said", async () => {
    const rows = Array.from({ length: 60 }, (_, i) => {
      const label = i === 7 ? "" : i % 2 === 0 ? "yes" : "no";
      return `c${i},2026-01-${String(1 + (i % 28)).padStart(2, "0")},${i === 5 ? "" : (i % 2) * 2 + Math.sin(i)},${i === 9 ? "NA" : i % 3 === 0 ? "red" : "blue"},${label}`;
    });
    const table = temporaryFile("messy.csv", ["name,visited,x,color,answer", ...rows].join("\n"));
    const words = ["fit", table, "--target", "answer", "--model", "rda", "--no-report", "--out", temporaryFolder()];
    const { status, stdout, stderr } = await run(...words);
    expect(status).toBe(0);
    expect(stderr).toMatch(/59 rows, 1 number column, 2 text columns \(name, color\), 1 date column \(visited\)\./);
    expect(stderr).toContain("1 row without a label left out");
    expect(stderr).toContain(
      "Missing: 2 cells in 2 columns (x 1, color 1), imputed, with missing-value indicators (--missing impute).",
    );
    expect(stderr).toContain(
      'Note: Column "visited" holds dates, such as "2026-01-01". A fit learns from elapsed time',
    );
    expect(stderr).toContain("--types visited=text makes it a category, --exclude leaves it out.");
    expect(stdout).toContain('"name" left out: a different text in every training row');
    const result = await runJson<FitResult>(...words);
    expect(result.table).toEqual({ source: table, rows: 59, unlabelled: 1, dates: [] });
    expect(result.columns).toEqual(["visited", "x", "color"]);
    const without = await runJson<FitResult>(...words, "--types", "visited=ignore");
    expect(without.columns).toEqual(["x", "color"]);

    const refused = await run(...words, "--missing", "refuse");
    expect(refused).toMatchObject({ status: 2 });
    // Row 7 has no label: rows keep the numbers that they have in the file.
    expect(refused.stderr).toContain('Column "x" has a missing value in row 6');
    expect(refused.stderr).toContain("--missing impute");
  });

  test("on few rows it does not promise more than new rows keep", async () => {
    // Rows that a discriminant tells apart without a mistake, but for which it would be right about far fewer new ones.
    const all = formatCsv(ripley({ rows: 400, seed: 5 }))
      .trim()
      .split("\n");
    const [few, others] = [all.slice(0, 21), [all[0], ...all.slice(21)]].map((lines, at) =>
      temporaryFile(`part${at}.csv`, lines.join("\n")),
    );
    const words = ["--model", "rda", "--no-report", "--jobs", "1", "--out", temporaryFolder()];
    const { measured, files } = await runJson<FitResult>("fit", few, "--target", "class", ...words);
    expect(measured).toMatchObject({ how: "folds", folds: 10, rounds: 2, rows: 20 });
    const truth = await runJson<FitResult["measured"]>("evaluate", files.model, others);
    expect(measured.logLoss.lower).toBeLessThan(truth.logLoss.estimate);
    expect(measured.logLoss.upper).toBeGreaterThan(truth.logLoss.estimate);
  });

  test("measures later rows by fits to earlier ones, and does not learn from the time", async () => {
    const lines = formatCsv(ripley({ rows: 100 }))
      .trim()
      .split("\n");
    const text = lines.map((line, at) => `${line},${at === 0 ? "day" : 200 - at}`).join("\n");
    const words = ["fit", temporaryFile("days.csv", text), "--target", "class", "--time", "day", "--model", "lda"];
    const rest = ["--no-report", "--jobs", "1", "--out", temporaryFolder()];
    const result = await runJson<FitResult>(...words, ...rest);
    expect(result.measured).toMatchObject({ how: "time", rows: 80 });
    expect(result.columns).not.toContain("day");
    const { stdout } = await run(...words, ...rest);
    expect(stdout).toContain("Measured on 80 later rows, each predicted by a fit to earlier rows:");
    expect(await run(...words, ...rest, "--folds", "5")).toMatchObject({ status: 2 });
  });

  describe("on balanced labels without signal", () => {
    const numbers = stream(1, 60);
    const lines = Array.from({ length: 60 }, (_, i) =>
      [...Array.from({ length: 3 }, () => random.normal(numbers).toFixed(4)), i % 2 === 0 ? "heads" : "tails"].join(
        ",",
      ),
    );
    const words = (): string[] => {
      const table = temporaryFile("coins.csv", ["a,b,c,coin", ...lines].join("\n"));
      return ["fit", table, "--target", "coin", "--model", "lssvm", "--jobs", "1", "--out"];
    };

    test("says first that nothing was found, and shows neither leave-one-out figures nor columns that matter", async () => {
      const out = temporaryFolder();
      const { status, stdout } = await run(...words(), out);
      expect(status).toBe(0);
      expect(stdout.trimStart()).toMatch(
        /^No evidence that these columns predict "coin": .*\(p = 0\.\d+\)\. Collect more rows or more informative columns\./,
      );
      expect(stdout).toContain("Measured on 60 rows in 10 folds, 2 times over");
      expect(stdout).not.toMatch(/eave-one-out|Columns that matter|take the probabilities/);
      const report = readFileSync(join(out, "report.html"), "utf8");
      expect(report.indexOf("No evidence that these columns predict")).toBeGreaterThan(0);
      expect(report).not.toMatch(/taken at their word|Columns that matter/);

      const described = await run("describe", join(out, "model.json"));
      expect(described.stdout).toMatch(/fitted to 60 rows\.\n\nNo evidence that these columns predict "coin"/);
      expect(described.stdout).not.toMatch(/Measured on|AUC +\d/);
    });

    test("quiet, it prints the warning before the measures; as JSON, it holds no relevance", async () => {
      const quiet = await run(...words(), temporaryFolder(), "--no-report", "--quiet");
      expect(quiet.stdout).toMatch(/^No evidence .*\nmeasure /);
      const result = await runJson<Partial<FitResult>>(...words(), temporaryFolder(), "--no-report");
      expect(result.warnings?.[0].code).toBe("no-signal");
      expect(result.relevance).toBeUndefined();
      expect(result).not.toHaveProperty("leaveOneOut");
    });

    test("measured in folds, it shows the figures of the folds after the warning", async () => {
      const { stdout } = await run(...words(), temporaryFolder(), "--no-report", "--folds", "5");
      expect(stdout).toMatch(/^\s*No evidence [^]*Measured on 60 rows in 5 folds[^]*\nerror +\d/);
      expect(stdout).not.toContain("Columns that matter");
    });
  });

  test("finds signal in iris", async () => {
    const table = temporaryFile("iris.csv", flowers);
    const words = ["fit", table, "--target", "species", "--model", "lssvm", "--jobs", "1", "--no-report", "--out"];
    const result = await runJson<FitResult>(...words, temporaryFolder());
    expect(result.warnings.map(({ code }) => code)).not.toContain("no-signal");
    expect(result.measured).toMatchObject({ how: "folds", folds: 5, rounds: 1 });
    expect(result.relevance).toHaveLength(4);
  });

  test("counts a row of weight 2 as two rows", async () => {
    const lines = formatCsv(ripley({ rows: 40 }))
      .trimEnd()
      .split("\n");
    const weighted = lines.map((line, at) => `${line},${at === 0 ? "count" : at <= 5 ? 2 : 1}`).join("\n");
    const repeated = [...lines, ...lines.slice(1, 6)].join("\n");
    const words = ["--target", "class", "--model", "lda", "--no-report", "--out"];
    const [one, two] = [
      await runJson<FitResult>(
        "fit",
        temporaryFile("w.csv", weighted),
        ...words,
        temporaryFolder(),
        "--weights",
        "count",
      ),
      await runJson<FitResult>("fit", temporaryFile("r.csv", repeated), ...words, temporaryFolder()),
    ];
    const [a, b] = await Promise.all([one, two].map(({ files }) => readPosterior(files.model)));
    expect(a.predict(ripley()).probabilities.data[0]).toBeCloseTo(b.predict(ripley()).probabilities.data[0], 10);
  });

  test("quiet, it prints measures and files alone; as JSON, one value alone", async () => {
    const words = [
      "fit",
      temporaryFile("iris.csv", flowers),
      "--target",
      "species",
      "--model",
      "lda",
      "--no-report",
      "--out",
      temporaryFolder(),
    ];
    const quiet = await run(...words, "--quiet");
    expect(quiet.stderr).toBe("");
    expect(quiet.stdout).toMatch(/^measure +value/);
    expect(quiet.stdout).not.toContain("Columns that matter");
    const json = await run(...words, "--json");
    expect(json.stderr).toBe("");
    expect(() => JSON.parse(json.stdout) as unknown).not.toThrow();
  });

  test("passes options and kernels on to the model, and refuses those that it does not have", async () => {
    const table = temporaryFile("ripley.csv", formatCsv(ripley({ rows: 40 })));
    const words = ["fit", table, "--target", "class", "--no-report", "--out", temporaryFolder()];
    const { model } = await runJson<{ model: Record<string, unknown> }>(
      ...words,
      "--model",
      "lda",
      "--option",
      "shrinkage=0.5",
    );
    expect(model).toEqual({ name: "lda", shrinkage: 0.5 });
    const kernel = await runJson<{ model: { kernel: { kind: string } } }>(
      ...words,
      "--model",
      "krr",
      "--kernel",
      "matern(lengthScale=2)",
    );
    expect(kernel.model.kernel.kind).toBe("matern");
    expect((await run(...words, "--model", "lda", "--option", "shrinkige=0.5")).stderr).toContain(
      'no option "shrinkige"',
    );
    expect((await run(...words, "--model", "lda", "--effort", "low")).stderr).toContain(
      "--effort belong to --model auto",
    );
    expect((await run(...words, "--model", "ldaa")).stderr).toContain("Did you mean lda");
  });
});
