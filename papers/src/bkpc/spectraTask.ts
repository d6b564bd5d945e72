import {
  concatenateTables,
  encodeLabels,
  InputError,
  matrix,
  progress,
  type Column,
  type Matrix,
  type Work,
} from "kernelbayes";
import { spectraChart } from "@kernelbayes/report";
import { svgDocument } from "@kernelbayes/report/node";
import type { ExperimentInput, Measured } from "@kernelbayes/experiment/node";
import type { Found } from "../found.ts";
import { studyRows } from "../studyData.ts";

/** Draws the spectra of a data set by class, as they were measured; columns are named after wavelengths. */
export function* spectraTask({ experiment, directory }: ExperimentInput): Work<Partial<Measured>> {
  const { dataset, partition, seed } = experiment;
  const { train, test, target } = studyRows({ directory, dataset, partition, seed }, { source: "wide" });
  const table = concatenateTables([train, test]);
  yield progress("drawings", 0, 1);
  const { classes, names } = encodeLabels(table, target);
  const columns = table.columns.filter(({ name }) => name !== target);
  const found: Found = {
    svg: spectraChart(
      {
        classes: names,
        rowClasses: classes,
        places: columns.map(({ name }) => wavelengthOf(name)),
        values: valuesOf(columns, table.rows),
      },
      {
        document: svgDocument(),
        title: "Spectra of raw meat by species",
        axes: ["wavelength in nm", "measured value"],
      },
    ),
  };
  yield progress("drawings", 1, 1);
  return { trainRows: table.rows, columns: columns.length, found: JSON.stringify(found) };
}

/** The number in the name of a column, such as "w400". */
function wavelengthOf(name: string): number {
  const [digits] = /\d+(?:\.\d+)?/.exec(name) ?? [];
  if (digits !== undefined) return Number(digits);
  throw new InputError(
    "no-wavelength",
    `Column "${name}" of the spectra does not tell its wavelength. Name it such as w400.`,
  );
}

function valuesOf(columns: readonly Column[], rows: number): Matrix {
  const values = matrix(rows, columns.length);
  columns.forEach((column, j) => {
    if (column.type !== "number")
      throw new InputError("not-a-number", `Column "${column.name}" of the spectra is not of numbers.`);
    for (let i = 0; i < rows; i++) values.data[i * columns.length + j] = column.values[i];
  });
  return values;
}
