import { describe, expect, test } from "vitest";
import { checkTable } from "../../src/entries/check.ts";
import { fitSync } from "../../src/fit/fit.ts";
import { loadPosterior } from "../../src/fit/loadPosterior.ts";
import { shrunkenDiscriminant } from "../../src/models/discriminant/rda.ts";
import { onnxModel } from "../../src/entries/models.ts";
import { tableFromColumns, type Table } from "../../src/table/table.ts";
import { thrown } from "../thrown.ts";

/** Days of two years, as they are written in Germany; the label is whether it is summer. */
function seasons(): Table {
  const days = Array.from({ length: 120 }, (_, k) => new Date(Date.UTC(2020, 0, 1 + 6 * k)).toISOString().slice(0, 10));
  return tableFromColumns({
    noise: days.map((_, k) => Math.sin(37 * k)),
    visit: days.map((day) => day.split("-").toReversed().join(".")),
    label: days.map((day) => (/-0[5-9]-/.test(day) ? "summer" : "winter")),
  });
}

describe("a model that learned from dates", () => {
  const { table } = checkTable(seasons(), { target: "label" });
  const posterior = fitSync(shrunkenDiscriminant(), table, { target: "label" });
  const next = { noise: [0, 0, 0], visit: ["15.07.2022", "2022-01-15", "05.08.2022"] };

  test("predicts the season of years that it has not seen, from dates as they were written, before and after it is saved", () => {
    const { labels, outside, probabilities } = posterior.predict(tableFromColumns(next));
    expect(labels).toEqual(["summer", "winter", "summer"]);
    expect(outside.columns).toEqual([["visit"], ["visit"], ["visit"]]);
    const loaded = loadPosterior(JSON.stringify(posterior.toDocument()));
    expect(loaded.predict(tableFromColumns(next)).probabilities).toEqual(probabilities);
  });

  test("refuses a cell that is no date, with its row and column, and takes an empty one where cells were missing in training", () => {
    const error = thrown(() =>
      posterior.predict(tableFromColumns({ ...next, visit: ["15.07.2022", "07/15/2022", ""] })),
    );
    expect(error).toMatchObject({ code: "not-a-date", place: { row: 2, column: "visit" } });
  });

  test("is not written as ONNX, which has no steps for dates, and the message names the column", () => {
    const error = thrown(() => onnxModel(posterior));
    expect(error).toMatchObject({ code: "not-exportable", place: { column: "visit" } });
    expect(error.message).toContain('"visit" holds dates');
  });
});
