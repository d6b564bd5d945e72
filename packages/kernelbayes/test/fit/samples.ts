import { linearDiscriminant } from "../../src/models/discriminant/lda.ts";
import type { Context, Model } from "../../src/models/model.ts";
import type { Problem } from "../../src/rows/labelledRows.ts";
import { clouds, labelsOf, numberColumn, target, textColumn, withColumn } from "../../src/testing/model/trial.ts";
import type { Table } from "../../src/table/table.ts";

export { clouds, labelsOf, target, textColumn, withColumn };

/** A two-class model: the linear discriminant, which says of itself that it takes two classes. */
export const twoClassModel: Model = { ...linearDiscriminant(), classes: "two" };

/** The linear discriminant, and a list of what it was given to fit. */
export function recordingModel(): { model: Model; seen: (Problem & Context)[] } {
  const inner = linearDiscriminant();
  const seen: (Problem & Context)[] = [];
  const model: Model = {
    ...inner,
    *fit(problem, context) {
      seen.push({ ...problem, ...context });
      return yield* inner.fit(problem, context);
    },
  };
  return { model, seen };
}

/** A table with a number column added, computed from the row number. */
export function withNumbers(table: Table, name: string, value: (row: number) => number): Table {
  return withColumn(
    table,
    name,
    numberColumn(
      name,
      Float64Array.from({ length: table.rows }, (_, row) => value(row)),
    ),
  );
}

/** A table with a text column added, computed from the row number. */
export function withTexts(table: Table, name: string, value: (row: number) => string): Table {
  return withColumn(
    table,
    name,
    textColumn(
      name,
      Array.from({ length: table.rows }, (_, row) => value(row)),
    ),
  );
}

export function codesOf(warnings: readonly { readonly code: string }[]): string[] {
  return warnings.map(({ code }) => code);
}
