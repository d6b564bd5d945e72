import { type Matrix } from "kernelbayes";
import { selectEngine } from "kernelbayes/engine";
import { explainedShares, kernelComponents } from "kernelbayes/models";
import { matrices } from "kernelbayes/numeric";
import { progress, type Work } from "kernelbayes/progress";
import { componentScatterChart, matrixImageChart, type RowGroup } from "@kernelbayes/report";
import { svgDocument } from "@kernelbayes/report/node";
import type { ExperimentInput, Measured } from "@kernelbayes/experiment/node";
import { columnCorrelation, type Correlation } from "./columnCorrelation.ts";
import { paperKernel, wideRows, type WideRows } from "./wideRows.ts";

/** What is kept of the components of a split. */
export interface FoundComponents {
  /** Training rows by their first components. */
  readonly scatter: string;
  /** The same rows by columns of the kernel matrix. */
  readonly columns: string;
  /** The matrix of the first projections, a row for each training row. */
  readonly image: string;
  /** Mean and largest absolute correlation of two columns of the kernel matrix, over all pairs. */
  readonly columnCorrelation: Correlation;
  /** The same of two components. */
  readonly componentCorrelation: Correlation;
}

/** What the options of the experiment say. */
export interface ComponentsOptions {
  readonly title: string;
  readonly select?: number;
  /** Components against each other, and those in the image. */
  readonly drawn: number;
  readonly imaged: number;
  /** Whether test rows are shown too, all columns as they were measured, with the kernel of the authors' package. */
  readonly isWhole?: true;
}

/** The order of groups in the figures of the paper; others are in that of the alphabet. */
const paperOrder = ["Chicken", "Turkey", "Pork", "Beef", "Lamb"];

/** Draws the kernel components of the training rows of a split, or of all rows, beside the columns of their kernel matrix. */
export function* componentsTask(input: ExperimentInput): Work<Partial<Measured>> {
  const { options, engine: name } = input.experiment;
  const { title, drawn, imaged, isWhole = false } = options as unknown as ComponentsOptions;
  const engine = selectEngine(name);
  const { names, X, classes } = shownRows(wideRows(input, isWhole ? { standardize: "none" } : {}), isWhole);
  const kernel = paperKernel(engine, X, isWhole ? "wide" : "maximum");
  const components = kernelComponents(engine, kernel, X, { count: Math.min(Math.max(drawn, imaged), X.rows - 1) });
  yield progress("drawings", 0, 1);
  const K = kernel.matrix(engine, X);
  const document = svgDocument();
  const shares = explainedShares(components).map((share, at, all) => share - (all[at - 1] ?? 0));
  const rows = { classes: names, rowClasses: classes };
  const found: FoundComponents = {
    scatter: componentScatterChart(
      { ...rows, scores: components.scores, shares },
      { document, title: `${title}: rows by their kernel components`, components: drawn },
    ),
    columns: componentScatterChart(
      { ...rows, scores: matrices.selectColumns(K, firstOfEach(classes, names.length)) },
      {
        document,
        title: `${title}: rows by columns of the kernel matrix`,
        components: Math.min(drawn, names.length),
        noun: "column",
      },
    ),
    image: matrixImageChart(
      {
        values: matrices.selectRows(
          components.first(Math.min(imaged, components.eigenvalues.length)).scores,
          byClass(classes),
        ),
        groups: groupsOf(classes, names),
      },
      { document, title: `${title}: the matrix of projections`, label: "component" },
    ),
    columnCorrelation: columnCorrelation(K),
    componentCorrelation: columnCorrelation(components.scores),
  };
  yield progress("drawings", 1, 1);
  return { trainRows: X.rows, columns: X.columns, found: JSON.stringify(found) };
}

/** The rows that are shown, with the classes in the order of the paper where it has one. */
function shownRows(
  { names, train, test }: WideRows,
  isWhole: boolean,
): { readonly names: readonly string[]; readonly X: Matrix; readonly classes: Int32Array } {
  const X = isWhole ? matrices.fromRows([...matrices.toRows(train.X), ...matrices.toRows(test.X)]) : train.X;
  const classes = isWhole ? Int32Array.of(...train.classes, ...test.classes) : train.classes;
  if (!names.every((name) => paperOrder.includes(name))) return { names, X, classes };
  const ordered = paperOrder.filter((name) => names.includes(name));
  return { names: ordered, X, classes: classes.map((q) => ordered.indexOf(names[q])) };
}

/** The first row of each class. */
function firstOfEach(classes: Int32Array, count: number): Int32Array {
  return Int32Array.from({ length: count }, (_, q) => classes.indexOf(q));
}

/** Row numbers, those of one class after those of another. */
function byClass(classes: Int32Array): Int32Array {
  return Int32Array.from(classes.keys()).toSorted((a, b) => classes[a] - classes[b] || a - b);
}

function groupsOf(classes: Int32Array, names: readonly string[]): RowGroup[] {
  return names.map((name, q) => ({ name, rows: classes.filter((each) => each === q).length }));
}
