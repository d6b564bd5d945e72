import type { DeclaredTypes } from "../input/tableOptions.ts";
import { InputError, type Posterior } from "kernelbayes";
import { conformalThreshold, leaveOneOutRows, type ConformalThreshold } from "kernelbayes/compare";
import { asText, columnNamed } from "kernelbayes/table";
import type { ReadTableOptions } from "kernelbayes/node";
import { readInputTable } from "../input/readInputTable.ts";
import { columnTypes } from "./columnTypes.ts";
import { knownClasses } from "./knownClasses.ts";

/** What prediction sets are cut by, and what can be promised of them. */
export interface SetRule {
  readonly threshold: ConformalThreshold;
  /** Rows that the threshold was found on. */
  readonly rows: number;
  /** Whether the sets contain the true class as often as they say, by mathematics, or approximately. */
  readonly isGuaranteed: boolean;
}

export interface SetWords {
  /** How often sets should contain the true class. Default 0.9. */
  readonly level: number | undefined;
  readonly seed: number;
  /** The table of --calibrate, and how tables are read. */
  readonly calibrate: string | undefined;
  readonly reading: ReadTableOptions & { readonly types?: DeclaredTypes };
}

/** The rule by rows that the fit did not use, where there are such, or by leave-one-out. */
export async function setRuleOf(
  posterior: Posterior,
  { level = 0.9, seed, calibrate, reading }: SetWords,
): Promise<SetRule> {
  return calibrate === undefined
    ? leaveOneOutRule(posterior, level, seed)
    : calibrationRule(posterior, calibrate, { ...reading, level, seed });
}

/** The rule by the leave-one-out probabilities in the model file. */
function leaveOneOutRule(posterior: Posterior, level: number, seed: number): SetRule {
  const { probabilities, classes, weights } = unseenRows(posterior);
  return {
    threshold: conformalThreshold(probabilities, classes, { level, seed, weights }),
    rows: classes.length,
    isGuaranteed: false,
  };
}

function unseenRows(posterior: Posterior): ReturnType<typeof leaveOneOutRows> {
  try {
    return leaveOneOutRows(posterior);
  } catch (error) {
    if (!(error instanceof InputError) || error.code !== "no-leave-one-out") throw error;
    throw new InputError(
      error.code,
      "The model file holds no leave-one-out probabilities to make --sets from. Give labelled rows that were not used in the fit: --calibrate TABLE.",
    );
  }
}

/** The rule by a table of labelled rows that the fit did not use. */
async function calibrationRule(
  posterior: Posterior,
  path: string,
  { level, seed, ...options }: SetWords["reading"] & { readonly level: number; readonly seed: number },
): Promise<SetRule> {
  const table = await readInputTable(path, { ...options, types: columnTypes(posterior, options) });
  try {
    const classes = knownClasses(asText(columnNamed(table, posterior.target)), posterior);
    const { probabilities } = posterior.predict(table, { unseen: "zeros", intervals: false });
    return {
      threshold: conformalThreshold(probabilities, classes, { level, seed }),
      rows: table.rows,
      isGuaranteed: true,
    };
  } catch (error) {
    throw error instanceof InputError ? error.at({ source: path }) : error;
  }
}

/** What the sets promise, in a sentence for the user. */
export function promiseOf({ threshold: { level, thresholds }, rows, isGuaranteed }: SetRule): string {
  const share = `${Number((100 * level).toFixed(2))} %`;
  if (thresholds.every((threshold) => threshold === Infinity)) {
    return `Sets hold every class: ${share} needs at least ${Math.ceil(level / (1 - level) - 1e-9)} rows, and there are ${rows}.`;
  }
  return isGuaranteed
    ? `Sets contain the true class of at least ${share} of rows like the ${rows} of --calibrate: guaranteed, if the fit did not use these.`
    : `Sets contain the true class of about ${share} of rows like the training rows: approximately, by leave-one-out of ${rows} rows. ` +
        `--calibrate TABLE, with labelled rows that the fit did not use, makes it a guarantee.`;
}
