import { fitSync, iris, linearDiscriminant, selectRows } from "kernelbayes";
import { driftMonitor } from "kernelbayes/evaluate";
import { parseHTML } from "linkedom";
import { describe, expect, test } from "vitest";
import { evaluationReport, type EvaluationInput } from "../../src/report/evaluationReport.ts";
import { svgDocument } from "../../src/svgDocument.ts";

const options = { document: svgDocument() };

/** Every third flower is learned from; the others are evaluated, with all columns shifted where asked for. */
function evaluated(shift = 0): EvaluationInput {
  const table = iris();
  const rows = Array.from({ length: table.rows }, (_, row) => row);
  const posterior = fitSync(
    linearDiscriminant(),
    selectRows(
      table,
      rows.filter((row) => row % 3 === 0),
    ),
    { target: "species" },
  );
  const places = rows.filter((row) => row % 3 !== 0);
  const plain = selectRows(table, places);
  const other = {
    ...plain,
    columns: plain.columns.map((column) =>
      column.type === "number" ? { ...column, values: column.values.map((value) => value + shift) } : column,
    ),
  };
  const monitor = driftMonitor(posterior);
  monitor.add(other);
  const { logProbabilities } = posterior.predict(other, { intervals: false });
  const truth = places.map((row) => Math.floor(row / 50));
  return { posterior, rows: { truth, logProbabilities, rows: places }, drift: monitor.drift(), model: "model.json" };
}

const textOf = (page: Document, selector: string): string =>
  page.querySelector(selector)!.textContent.replaceAll(/\s+/g, " ");

describe("a report about new rows", () => {
  test("answers how good the model is on them, whether they are like those of the fit, and lists them by name", () => {
    const page = parseHTML(evaluationReport({ ...evaluated(), source: "new.csv" }, options)).document;
    const answers = textOf(page, ".answers");
    expect(answers).toMatch(/What was measured\? 100 rows of 3 classes\./);
    expect(answers).toMatch(/How good is it\? \d\.\d\d % of labels wrong\./);
    expect(answers).toContain("Yes, as far as columns show.");
    expect([...page.querySelectorAll("main > section")].map(({ id }) => id)).toEqual([
      "summary",
      "curves",
      "calibration",
      "confusion",
      "surprising",
      "drift",
      "record",
    ]);
    expect(textOf(page, "#surprising tbody th")).toMatch(/^row \d+$/);
    expect(page.querySelector("script")).toBe(null);
  });

  test("names the columns that have moved, on the first screen and among what to do", () => {
    const page = parseHTML(evaluationReport(evaluated(3), options)).document;
    expect(textOf(page, ".answers")).toMatch(/[34] columns of 4 moved\./);
    expect(textOf(page, ".steps")).toContain("Find out why columns have moved");
    expect(textOf(page, "#drift table")).toContain("petal length");
  });

  test("warns where the rows are those of the fit", () => {
    const input = evaluated();
    const { posterior } = input;
    const rows = Array.from({ length: 50 }, (_, at) => 3 * at);
    const table = selectRows(iris(), rows);
    const monitor = driftMonitor(posterior);
    monitor.add(table);
    const { logProbabilities } = posterior.predict(table, { intervals: false });
    const truth = rows.map((row) => Math.floor(row / 50));
    const page = parseHTML(
      evaluationReport({ ...input, rows: { truth, logProbabilities }, drift: monitor.drift() }, options),
    ).document;
    expect(textOf(page, ".alert")).toContain("These are the rows that the model was fitted to.");
    expect(textOf(page, "title")).toContain("on the rows of its fit");
    expect(textOf(page, "main")).not.toMatch(/unseen rows|took no part|Use it on rows|held-out row/);
  });
});
