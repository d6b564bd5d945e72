import { gaussian, type Kernel, type Matrix, type Table } from "kernelbayes";
import { type Engine } from "kernelbayes/engine";
import { projection } from "kernelbayes/models";
import {
  asText,
  columnNamed,
  encode,
  encodeLabels,
  learnEncoding,
  tableOf,
  type EncodingOptions,
} from "kernelbayes/table";
import type { ExperimentInput } from "@kernelbayes/experiment/node";
import { studyRows } from "../studyData.ts";

/** A split of a table of many columns, in numbers. */
export interface WideRows {
  /** The labels, in the order of the class numbers. */
  readonly names: readonly string[];
  readonly train: EncodedRows;
  readonly test: EncodedRows;
}

/** Rows as models see them. */
interface EncodedRows {
  readonly X: Matrix;
  readonly classes: Int32Array;
}

/**
 * The rows of an experiment, their columns standardized by the training rows as models do it; where its options say `select`, so
 * many columns of highest marginal relevance among the training rows. `standardize: "none"` leaves the columns as they are.
 */
export function wideRows(
  { experiment, directory }: ExperimentInput,
  { standardize }: Pick<EncodingOptions, "standardize"> = {},
): WideRows {
  const { dataset, partition, seed, options } = experiment;
  const { train, test, target } = studyRows({ directory, dataset, partition, seed }, { source: "wide" });
  const featuresOf = (table: Table): Table => tableOf(table.columns.filter(({ name }) => name !== target));
  const { names, classes } = encodeLabels(train, target);
  const wish = {
    ...(options.select !== undefined && { select: options.select as number }),
    ...(standardize !== undefined && { standardize }),
  };
  const { encoding } = learnEncoding(featuresOf(train), wish, undefined, classes);
  const encoded = (table: Table): EncodedRows => ({
    X: encode(encoding, featuresOf(table)),
    classes: Int32Array.from(asText(columnNamed(table, target)), (label) => names.indexOf(label ?? "")),
  });
  return { names, train: encoded(train), test: encoded(test) };
}

/** The kernel of the paper: θ is 10 over the largest squared distance of two rows; "wide" is 1 over it, as in the package of its authors. */
export function paperKernel(engine: Engine, X: Matrix, rule: "maximum" | "wide" = "maximum"): Kernel {
  return gaussian({ lengthScale: projection.lengthScaleOf(projection.bandwidth(engine, X, rule)) });
}
