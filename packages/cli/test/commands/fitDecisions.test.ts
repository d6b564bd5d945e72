import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseCsv, tableFromColumns, type Table } from "kernelbayes";
import { matrix } from "kernelbayes/engine";
import { random, stream } from "kernelbayes/numeric";
import { asText, columnNamed, formatCsv } from "kernelbayes/table";
import { readPosterior } from "kernelbayes/node";
import { describe, expect, test } from "vitest";
import { run, runJson, temporaryFile, temporaryFolder } from "./run.ts";

/** A rare class, a tenth of the rows, that lies one and a half deviations beside the other. */
function rare(rows = 300): Table {
  const numbers = stream(4);
  const label = Array.from({ length: rows }, (_, row) => (row % 10 === 0 ? "sick" : "healthy"));
  const x = label.map((one) => random.normal(numbers) + (one === "sick" ? 1.5 : 0));
  const z = label.map(() => random.normal(numbers));
  return tableFromColumns({ label, x, z });
}

interface Result {
  readonly measured: {
    readonly confusion: readonly (readonly number[])[];
    readonly perClass: Readonly<Record<string, { recall: number; precision: number; f1: number }>>;
    readonly rarest: Readonly<Record<string, number | string>>;
    readonly logLoss: { estimate: number };
  };
  readonly threshold: {
    readonly class: string;
    readonly threshold: number;
    readonly goal: Record<string, number>;
    readonly isReached: boolean;
    readonly expected: { recall: number; precision: number; flagged: number };
    readonly mostProbable: { recall: number };
  };
  readonly priors: Record<string, number>;
  readonly warnings: readonly { code: string; message: string }[];
  readonly files: { model: string };
}

const table = formatCsv(rare());
const words = (out: string): string[] => {
  const path = temporaryFile("rare.csv", table);
  return ["fit", path, "--target", "label", "--model", "lda", "--folds", "5", "--out", out, "--no-report"];
};

describe("the rare class", () => {
  test("has its recall, precision, F1 and confusions in the terminal, in the JSON value and in the summary of the report", async () => {
    const out = temporaryFolder();
    const { measured } = await runJson<Result>(...words(out));
    const [[right, falseAlarms], [missed, found]] = measured.confusion;
    expect(right + falseAlarms + missed + found).toBe(300);
    expect(measured.rarest).toEqual({
      class: "sick",
      rows: 30,
      found,
      missed,
      falseAlarms,
      rest: right,
      recall: found / 30,
      precision: found / (found + falseAlarms),
      f1: (2 * found) / (30 + found + falseAlarms),
    });
    expect(measured.perClass.sick.recall).toBe(found / 30);
    expect(missed).toBeGreaterThan(15);
    const { stdout } = await run(...words(out).filter((word) => word !== "--no-report"));
    expect(stdout).toMatch(new RegExp(`sick +${missed} +${found} `));
    expect(stdout).toContain(`Of 30 rows of the rarest class, "sick", ${found} were found (recall `);
    expect(stdout).toContain(`and ${missed} missed; of ${found + falseAlarms} labeled so ${found} `);
    const report = readFileSync(join(out, "report.html"), "utf8");
    const summary = report.slice(report.indexOf('id="summary"'), report.indexOf('id="confusion"'));
    expect(summary.replaceAll(/\s+/g, " ")).toContain(`Of 30 rows of the rarest class, sick, ${found} were found`);
    expect(summary).toContain("Decisions about sick, the rarest class");
  });
});

describe("--threshold", () => {
  test("chooses the threshold of the rare class for a recall, on held-out rows, and predict decides by it", async () => {
    const out = temporaryFolder();
    const { threshold, files } = await runJson<Result>(...words(out), "--threshold", "recall=90%");
    expect(threshold).toMatchObject({ class: "sick", goal: { recall: 0.9 }, isReached: true });
    expect(threshold.threshold).toBeLessThan(0.3);
    // 30 rows: by other rows' thresholds about 0.9 of them are found, give or take two deviations of 0.055.
    expect(Math.abs(threshold.expected.recall - 0.9)).toBeLessThan(0.11);
    expect(threshold.mostProbable.recall).toBeLessThan(0.5);
    const chosen = `sick=${threshold.threshold}`;
    const { stdout } = await run("predict", files.model, temporaryFile("new.csv", table), "--threshold", chosen);
    const posterior = await readPosterior(files.model);
    const { probabilities } = posterior.predict(rare());
    const expected = Array.from({ length: 300 }, (_, row) =>
      probabilities.data[2 * row + 1] >= threshold.threshold ? "sick" : "healthy",
    );
    expect(asText(columnNamed(parseCsv(stdout), "decision"))).toEqual(expected);
    const measured = await runJson<{ confusion: number[][]; threshold: unknown }>(
      "evaluate",
      files.model,
      temporaryFile("new.csv", table),
      "--threshold",
      chosen,
    );
    const flagged = expected.filter((one) => one === "sick").length;
    expect(measured.confusion[0][1] + measured.confusion[1][1]).toBe(flagged);
    expect(measured.threshold).toEqual({ class: "sick", threshold: threshold.threshold });
  });

  test("prints the threshold, what to expect of it and how to use it", async () => {
    const out = temporaryFolder();
    const { stdout } = await run(...words(out), "--threshold", "cost=9");
    const found =
      /Threshold: label a row "sick" where the probability of that class is at least (0\.\d+), chosen for the least cost where a missed row costs as much as 9 false alarms\./.exec(
        stdout,
      );
    expect(found).not.toBeNull();
    expect(stdout).toMatch(/decided by +recall +precision +F1 +labeled so/);
    expect(stdout).toContain(
      `To use it: kernelbayes predict ${join(out, "model.json")} NEW_TABLE --threshold sick=${found![1]}`,
    );
  });

  test("is for another class where one is named, and says when a goal is out of reach", async () => {
    const { threshold } = await runJson<Result>(
      ...words(temporaryFolder()),
      "--threshold",
      "precision=0.99",
      "--positive",
      "healthy",
    );
    expect(threshold).toMatchObject({ class: "healthy", goal: { precision: 0.99 } });
    const noise = formatCsv(
      tableFromColumns({
        label: Array.from({ length: 60 }, (_, row) => (row % 6 === 0 ? "b" : "a")),
        x: Array.from({ length: 60 }, (_, row) => (row * 37) % 61),
      }),
    );
    const path = temporaryFile("noise.csv", noise);
    const { stdout } = await run(
      "fit",
      path,
      "--target",
      "label",
      "--model",
      "lda",
      "--folds",
      "5",
      "--out",
      temporaryFolder(),
      "--no-report",
      "--threshold",
      "precision=0.95",
    );
    expect(stdout).toContain("No threshold reaches that on the held-out rows: this one comes nearest.");
  });

  test.each([
    [["--threshold", "recal=0.9"], /--threshold takes a probability, or a goal: recall=0\.9/],
    [["--threshold", "recall=2"], /--threshold recall= takes a number between 0 and 1/],
    [["--threshold", "0.2", "--positive", "ill"], /"ill", which the table does not have.*"healthy", "sick"/],
    [["--positive", "sick"], /add --threshold/],
    [["--priors", "sick"], /--priors takes equal, empirical, or a probability for each class/],
    [["--priors", "sick=0.2,healthy=0.2"], /with the sum 1/],
  ])("refuses %j before the fit", async (more, message) => {
    const { status, stderr } = await run(...words(temporaryFolder()), ...more, "--quiet");
    expect(status).toBe(2);
    expect(stderr).toMatch(message);
  });

  test("of predict refuses a class that the model does not have, and other rules beside it", async () => {
    const { files } = await runJson<Result>(...words(temporaryFolder()));
    const predict = ["predict", files.model, temporaryFile("new.csv", table), "--threshold"];
    expect((await run(...predict, "ill=0.2")).stderr).toMatch(
      /--threshold takes a class of the model .* got "ill=0\.2"/,
    );
    expect((await run(...predict, "sick=0.2", "--cautious")).stderr).toMatch(/Choose --threshold, or --abstain/);
  });
});

describe("--priors", () => {
  test("shift the predictions to given class frequencies, and leave the figures at those of the table", async () => {
    const [plain, shifted, held] = [
      await runJson<Result>(...words(temporaryFolder())),
      await runJson<Result>(...words(temporaryFolder()), "--priors", "healthy=99%,sick=1%"),
      await runJson<Result>(
        ...words(temporaryFolder()).map((word) => (word === "--folds" ? "--holdout" : word === "5" ? "0.5" : word)),
        "--priors",
        "healthy=99%,sick=1%",
      ),
    ];
    expect(shifted.priors).toEqual({ healthy: 0.99, sick: 0.01 });
    expect(shifted.measured.logLoss).toEqual(plain.measured.logLoss);
    expect(shifted.warnings).toContainEqual(expect.objectContaining({ code: "given-priors" }));
    // Against the class frequencies of the table: 0.325. Under 1 % the log loss of a tenth of sick rows would be far above.
    expect(held.measured.logLoss.estimate).toBeLessThan(0.33);
    const [before, after] = await Promise.all(
      [plain, shifted].map(async ({ files }) => (await readPosterior(files.model)).predict(rare()).probabilities),
    );
    const odds = ({ data }: ReturnType<typeof matrix>): number => data[1] / data[0];
    expect(odds(after) / odds(before)).toBeCloseTo(1 / 99 / (30 / 270), 10);
  });

  test("move a threshold along with the probabilities, so that its recall stays", async () => {
    const goal = ["--threshold", "recall=0.9"];
    const plain = await runJson<Result>(...words(temporaryFolder()), ...goal);
    const shifted = await runJson<Result>(...words(temporaryFolder()), ...goal, "--priors", "healthy=99%,sick=1%");
    const odds = (p: number): number => p / (1 - p);
    // The shift divides odds by eleven; both thresholds are rounded between the same two rows.
    expect(odds(plain.threshold.threshold) / odds(shifted.threshold.threshold)).toBeGreaterThan(6);
    expect(odds(plain.threshold.threshold) / odds(shifted.threshold.threshold)).toBeLessThan(20);
    expect(shifted.threshold.expected.precision).toBeLessThan(plain.threshold.expected.precision / 3);
  });
});

test("--select learns from the columns that tell the classes apart best, and says how many it had to choose from", async () => {
  const out = temporaryFolder();
  const { files, warnings } = await runJson<Result>(...words(out), "--select", "1");
  const { encoding } = await readPosterior(files.model);
  expect(encoding.columns.map(({ name }) => name)).toEqual(["x"]);
  expect(encoding.selectedFrom).toBe(2);
  expect(warnings.map(({ code }) => code)).toContain("selected-columns");
  const { stderr, status } = await run(...words(out), "--select", "none");
  expect({ stderr, status }).toMatchObject({ status: 2, stderr: expect.stringContaining("--select") as string });
});
