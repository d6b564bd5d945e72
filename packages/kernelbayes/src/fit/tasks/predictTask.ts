import { loadPosterior } from "../loadPosterior.ts";
import { errorInTable } from "../errorInTable.ts";
import type { BatchInput } from "../predictBatches.ts";
import { partOf, type PredictedPart } from "../../posterior/joinPredictions.ts";
import type { Posterior } from "../../posterior/posterior.ts";
import type { Work } from "../../run/work.ts";

/** Posteriors that this thread has loaded, the last used first: the batches of one prediction all come with the same document. */
const loaded: { readonly bytes: Uint8Array; readonly engine: string | undefined; readonly posterior: Posterior }[] = [];
const mostLoaded = 4;

/** Predicts one batch of rows. */
// oxlint-disable-next-line require-yield
export function* predictTask({ document, engine, table, first, options }: BatchInput): Work<PredictedPart> {
  try {
    return partOf(posteriorOf(document, engine).predict(table, options));
  } catch (error) {
    throw errorInTable(
      error,
      Array.from({ length: table.rows }, (_, row) => first + row),
    );
  }
}

function posteriorOf(bytes: Uint8Array, engine: string | undefined): Posterior {
  const at = loaded.findIndex((known) => known.engine === engine && areEqual(known.bytes, bytes));
  const [known] =
    at < 0
      ? [{ bytes, engine, posterior: loadPosterior(bytes, engine === undefined ? {} : { engine }) }]
      : loaded.splice(at, 1);
  loaded.unshift(known);
  loaded.length = Math.min(loaded.length, mostLoaded);
  return known.posterior;
}

/** Executors that send a document once give the same bytes with every batch. */
function areEqual(one: Uint8Array, other: Uint8Array): boolean {
  if (one === other) return true;
  if (one.length !== other.length) return false;
  for (let at = 0; at < one.length; at++) if (one[at] !== other[at]) return false;
  return true;
}
