import { expect, test } from "vitest";
import { learnEncoding } from "../../src/encoding/learnEncoding.ts";
import { neededTypes } from "../../src/encoding/neededTypes.ts";
import { tableFromColumns } from "../../src/table/table.ts";
import { parseCsv } from "../../src/table/text/parseCsv.ts";

const training = tableFromColumns({
  size: [1, 2, 3],
  zip: ["A1", "02", "A1"],
  day: ["2021-03-04", "2022-04-05", "2023-05-06"],
});
const { encoding } = learnEncoding(training);

test("what was a number is a number; categories and dates are texts, as written; nothing is known of others", () => {
  const types = neededTypes(encoding);
  expect(["size", "zip", "day", "other"].map(types)).toEqual(["number", "text", "text", undefined]);
});

test("a table of one row is read as the training rows were", () => {
  const { columns } = parseCsv("size,zip,day\n7,02,2024-06-07\n", { types: neededTypes(encoding) });
  expect(columns.map(({ type }) => type)).toEqual(["number", "text", "text"]);
  expect(columns[1]).toMatchObject({ levels: ["02"] });
});
