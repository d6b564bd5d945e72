// A table of one's own: numbers and categories from CSV, labels as they were written, and errors that name the place.
import { fit, InputError, parseCsv, shrunkenDiscriminant, tableFromRows } from "kernelbayes";
import { encodedColumns } from "kernelbayes/table";

const csv = `batch,temperature,supplier,pH,grade
b01,71.2,North,6.9,01
b02,69.8,North,7.1,01
b03,75.5,South,6.2,02
b04,74.1,South,6.4,02
b05,70.4,North,7.0,01
b06,76.3,North,6.1,02
b07,70.9,South,6.8,01
b08,75.0,South,6.3,02
b09,71.7,North,6.9,01
b10,74.6,North,6.4,02
b11,69.5,South,7.2,01
b12,76.8,South,6.0,02
`;

export async function main(print: (line: string) => void): Promise<void> {
  const table = parseCsv(csv);
  const posterior = await fit(shrunkenDiscriminant(), table, { target: "grade" });

  // The labels 01 and 02 are texts: nobody turned them into the numbers 1 and 2.
  print(`classes: ${posterior.classes.join(", ")}`);
  const columns = encodedColumns(posterior.encoding).map(({ name }) => name);
  print(`columns: ${columns.join(", ")}`);
  // "batch" names the rows, so there is nothing to learn from it.
  for (const { code, message } of posterior.warnings) print(`warning ${code}: ${message}`);

  const prediction = posterior.predict(tableFromRows([{ supplier: "South", temperature: 75.9, pH: 6.2 }]));
  print(`predicted: ${prediction.labels[0]}`);

  try {
    posterior.predict(tableFromRows([{ supplier: "West", temperature: 75.9, pH: 6.2 }]));
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    print(`${error.code}: ${error.message}`);
  }
}
