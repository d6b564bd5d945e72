import { selectRows } from "../matrix/row.ts";
import type { Matrix } from "../engine/matrix.ts";
import { InputError } from "../errors.ts";
import { option, wording } from "../wording.ts";
import { encodeChecked, type Posterior } from "../posterior/posterior.ts";
import { rowsToPredict, type RowsToPredict } from "../posterior/rowsToPredict.ts";
import { permutation, stream } from "../random/index.ts";
import { quote } from "../table/quote.ts";
import { heldTrainingRows } from "./heldTrainingRows.ts";

/** Background rows draw from a branch of their own, so that nothing else with the same seed meets the same numbers. */
const branch = 1_650_615_143;

/** Fewer explained rows than this do not show what is usual. */
const fewestRows = 10;

export interface BackgroundOptions {
  /**
   * Rows that show what is usual, for example the training table: columns that are absent take their values from these rows. "training": the
   * training rows that the posterior itself holds, as kernel machines do. Default: the rows themselves, of which there must be ten.
   */
  readonly background?: RowsToPredict | "training" | undefined;
  /** So many of them at most, drawn at random. */
  readonly backgroundRows?: number | undefined;
  /** Equal seeds give equal results. Default 1. */
  readonly seed?: number | undefined;
}

/** The encoded rows that absent columns take their values from. */
export function backgroundRows(
  posterior: Pick<Posterior, "encoding" | "numeric" | "training" | "model">,
  X: Matrix,
  { background, backgroundRows: most, seed = 1 }: BackgroundOptions & { readonly backgroundRows: number },
): Matrix {
  if (!Number.isSafeInteger(most) || most < 1) {
    throw new InputError("invalid-option", `backgroundRows must be a whole number from 1; got ${String(most)}.`);
  }
  if (!background && X.rows < fewestRows) {
    throw new InputError(
      "too-few-rows",
      `${X.rows === 1 ? "One row does" : `${X.rows} rows do`} not show what is usual: an explanation compares with background rows.`,
      {},
      wording`Name rows that do as ${option("background")}, for example those of the fit.`,
    );
  }
  const all = background === undefined ? X : encodedBackground(posterior, background);
  if (all.rows === 0) throw new InputError("too-few-rows", "There are no background rows.");
  if (all.rows <= most) return all;
  return selectRows(all, permutation(stream(seed, branch), all.rows).slice(0, most).toSorted());
}

function encodedBackground(
  posterior: Pick<Posterior, "encoding" | "numeric" | "training" | "model">,
  background: RowsToPredict | "training",
): Matrix {
  const { encoding, model } = posterior;
  if (background !== "training") return encodeChecked(encoding, rowsToPredict(encoding, background));
  const held = heldTrainingRows(posterior);
  if (held) return held;
  throw new InputError(
    "no-training-rows",
    `This posterior of ${quote(model.name)} does not hold all rows that it was fitted to.`,
    {},
    wording`Name rows that show what is usual as ${option("background")}, or leave columns out: ${option("absent", "removed")}.`,
  );
}
