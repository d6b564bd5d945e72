import {
  explainedShares,
  kernelComponents,
  matrices,
  progress,
  selectEngine,
  type Matrix,
  type Work,
} from "kernelbayes";
import { componentScatterChart, matrixImageChart, type RowGroup } from "@kernelbayes/report";
import { svgDocument } from "@kernelbayes/report/node";
import type { ExperimentInput, Measured } from "@kernelbayes/experiment/node";
import { paperKernel, wideRows } from "./wideRows.ts";

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

export interface Correlation {
  readonly mean: number;
  readonly largest: number;
}

/** Components against each other, and those in the image. */
const [drawn, imaged] = [4, 20];

/** Draws the kernel components of the training rows of a split beside the columns of their kernel matrix. */
export function* componentsTask(input: ExperimentInput): Work<Partial<Measured>> {
  const { options, engine: name } = input.experiment;
  const title = options.title as string;
  const engine = selectEngine(name);
  const { names, train } = wideRows(input);
  const { X, classes } = train;
  const kernel = paperKernel(engine, X);
  const components = kernelComponents(engine, kernel, X, { count: Math.min(imaged, X.rows - 1) });
  yield progress("drawings", 0, 1);
  const K = kernel.matrix(engine, X);
  const document = svgDocument();
  const shares = explainedShares(components).map((share, at, all) => share - (all[at - 1] ?? 0));
  const rows = { classes: names, rowClasses: classes };
  const found: FoundComponents = {
    scatter: componentScatterChart(
      { ...rows, scores: components.scores, shares },
      { document, title: `${title}: training rows by their kernel components`, components: drawn },
    ),
    columns: componentScatterChart(
      { ...rows, scores: matrices.selectColumns(K, firstOfEach(classes, names.length)) },
      {
        document,
        title: `${title}: training rows by columns of the kernel matrix`,
        components: drawn,
        noun: "column",
      },
    ),
    image: matrixImageChart(
      { values: matrices.selectRows(components.scores, byClass(classes)), groups: groupsOf(classes, names) },
      { document, title: `${title}: the matrix of projections`, label: "component" },
    ),
    columnCorrelation: correlationOf(K),
    componentCorrelation: correlationOf(components.scores),
  };
  yield progress("drawings", 1, 1);
  return { trainRows: X.rows, columns: X.columns, found: JSON.stringify(found) };
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

/** Of all pairs of columns of a matrix. */
function correlationOf(A: Matrix): Correlation {
  const { data, rows, columns } = matrices.centerColumns(A);
  let [sum, largest, pairs] = [0, 0, 0];
  const squares = new Float64Array(columns);
  for (let i = 0; i < rows; i++) for (let j = 0; j < columns; j++) squares[j] += data[i * columns + j] ** 2;
  for (let j = 0; j < columns; j++) {
    for (let l = 0; l < j; l++) {
      let product = 0;
      for (let i = 0; i < rows; i++) product += data[i * columns + j] * data[i * columns + l];
      const correlation = Math.abs(product) / Math.sqrt(squares[j] * squares[l]);
      sum += correlation;
      largest = Math.max(largest, correlation);
      pairs++;
    }
  }
  return { mean: sum / pairs, largest };
}
