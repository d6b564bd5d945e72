import { InputError, type Column, type Matrix, type Table } from "kernelbayes";
import { matrix } from "kernelbayes/engine";
import { columnNamed, encodeLabels } from "kernelbayes/table";
import { spectraChart, spectrumRowsChart, type Spectra } from "@kernelbayes/report";
import { svgDocument } from "@kernelbayes/report/node";
import { cachedProblem, target } from "@kernelbayes/experiment/node";
import { figureText } from "../markdown.ts";
import type { ReproduceSettings, Study } from "../paper.ts";

const [rowsFile, meansFile] = ["bkpc-figure-6.svg", "bkpc-spectra.svg"];
/** The order of the paper. */
const species = ["Chicken", "Turkey", "Pork", "Beef", "Lamb"];

/** Figure 6: the spectra of raw meat by species. */
export function bkpcSpectra({ directory }: Pick<ReproduceSettings, "directory">): Study {
  return {
    title: "Figure 6: the spectra by species",
    shows: ["Figure 6"],
    stages: [],
    part() {
      const data = spectraOf(cachedProblem(directory, "meat", "meat").table);
      const options = { document: svgDocument(), axes: ["wavelength in nm", "measured value"] as const };
      return {
        text: [
          description,
          figureText(rowsFile, "Figure 6: every row by its spectrum, in the color of its species."),
          figureText(
            meansFile,
            "Each species by its mean spectrum over the middle nine tenths of its rows, and its mean less that of all.",
          ),
        ].join("\n\n"),
        drawings: [
          {
            file: rowsFile,
            svg: spectrumRowsChart(data, { ...options, title: "Spectra of raw meat, a line for each row" }),
          },
          { file: meansFile, svg: spectraChart(data, { ...options, title: "Spectra of raw meat by species" }) },
        ],
        verdicts: [],
      };
    },
  };
}

/** The spectra of all rows, as they were measured; columns are named after wavelengths. */
function spectraOf(table: Table): Spectra {
  const { classes, names } = encodeLabels(table, target);
  const known = species.every((name) => names.includes(name)) ? species : names;
  const label = columnNamed(table, target);
  const columns = table.columns.filter((column) => column !== label);
  return {
    classes: known,
    rowClasses: Int32Array.from(classes, (q) => known.indexOf(names[q])),
    places: columns.map(({ name }) => wavelengthOf(name)),
    values: valuesOf(columns, table.rows),
  };
}

/** The number in the name of a column, such as "w400". */
function wavelengthOf(name: string): number {
  const [digits] = /\d+(?:\.\d+)?/.exec(name) ?? [];
  if (digits !== undefined) return Number(digits);
  throw new InputError("no-wavelength", `The name of column "${name}" has no wavelength in it. Name it such as w400.`);
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

const description =
  "Homogenized raw meat of five species, 231 rows, measured at 1050 wavelengths in the visible and the near infrared. Below 700 nm color tells beef and lamb from pork and " +
  "birds; beyond it the spectra run alongside each other, and rows of one species differ by more than the means of two. Chicken and turkey lie closest, which " +
  "is why the paper also takes them as one group. The lines are drawn at every seventh wavelength.";
