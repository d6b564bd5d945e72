import type { Posterior, Table } from "kernelbayes";
import { fieldsOf } from "./fieldsOf.ts";
import { tableData, type LivingData } from "./livingData.ts";

/** What a form for single rows is made of beside the model. */
export interface RowFormInput {
  /** The table that the model was fitted to: with it the form begins with any of its rows, and predictions are explained. */
  readonly table?: Table | undefined;
  readonly rowNames?: readonly string[] | undefined;
  /** Names of columns in the order of the fields. Default: the order of the model. */
  readonly order?: readonly string[] | undefined;
}

/**
 * What `whatIf` of `@kernelbayes/report/page` needs to predict one row while it is changed, found at once; without held-out rows.
 *
 * @example const { node } = whatIf(rowForm(posterior, { table }), predictor);
 */
export function rowForm(posterior: Posterior, { table, rowNames, order = [] }: RowFormInput = {}): LivingData {
  const { training, classes, encoding, target } = posterior;
  const names = encoding.columns.map(({ name }) => name);
  const labels = new Array<number>(table?.rows ?? 0).fill(-1);
  if (table) training.rows.forEach((place, at) => (labels[place] = training.classes[at]));
  return {
    target,
    classes,
    counts: classes.map((_, q) => training.classes.filter((own) => own === q).length),
    fields: fieldsOf(posterior, order),
    names: Array.from(labels, (_, place) => rowNames?.[place] ?? `row ${place + 1}`),
    labels,
    table: table && tableData(table, names),
    heldPlaces: undefined,
    heldOut: undefined,
    hasModel: true,
  };
}
