import { expect, test } from "vitest";
import { dateValues } from "../../src/encoding/dateValues.ts";
import { columnNamed, tableFromColumns, type Column } from "../../src/table/table.ts";
import { thrown } from "../thrown.ts";

const column = (cells: (string | number | null)[]): Column => columnNamed(tableFromColumns({ day: cells }), "day");
const day = 86_400_000;

test("dates are days since 1970, with the time of the day as it is written", () => {
  const texts = [
    "1970-01-01",
    "2024-02-29",
    "2024-02-29T12:00",
    "2024-02-29 06:00:00.000Z",
    "1969-12-31T18:00:00+02:00",
    "0050-01-01",
  ];
  const expected = [
    0,
    Date.UTC(2024, 1, 29) / day,
    Date.UTC(2024, 1, 29, 12) / day,
    Date.UTC(2024, 1, 29, 6) / day,
    -0.25,
    -701_265,
  ];
  expect([...dateValues(column(texts), "ymd")]).toEqual(expected);
  expect(new Date(-701_265 * day).toISOString()).toMatch(/^0050-01-01/);
});

test("ISO 8601 is read whatever order was learned, and other texts in that order only", () => {
  const days = (text: string, order: "ymd" | "dmy" | "mdy"): number => dateValues(column([text, "x"]), order, [0])[0];
  expect(days("03.04.2021", "dmy")).toBe(days("2021-04-03", "dmy"));
  expect(days("03/04/2021", "dmy")).toBe(days("2021-04-03", "ymd"));
  expect(days("03/04/2021", "mdy")).toBe(days("2021-03-04", "ymd"));
  expect(days("03/04/2021 6:00 pm", "mdy")).toBe(days("2021-03-04T18:00", "ymd"));
  expect(thrown(() => days("03/04/2021", "ymd")).code).toBe("not-a-date");
});

test("missing cells are NaN, and what is no date is refused with row, column and the way to write it", () => {
  expect([...dateValues(column(["2021-01-01", null]), "ymd")]).toEqual([18_628, NaN]);
  const error = thrown(() => dateValues(column(["2021-01-01", "soon"]), "dmy"));
  expect(error).toMatchObject({ code: "not-a-date", place: { row: 2, column: "day" } });
  expect(error.message).toContain('"soon"');
  expect(error.message).toContain("29.02.2024");
  expect(thrown(() => dateValues(column([44_000]), "ymd")).message).toContain('"44000"');
  expect([...dateValues(column([null]), "ymd")]).toEqual([NaN]);
});
