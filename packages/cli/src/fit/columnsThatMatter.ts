import {
  columnGroups,
  encode,
  marginalRelevance,
  permutationRelevance,
  random,
  selectRows,
  stream,
  type PermutationRelevance,
  type Posterior,
  type RunControl,
  type Table,
} from "kernelbayes";

/** Draws from a branch of its own, so that nothing else with the same seed meets the same numbers. */
const BRANCH = 1_668_246_893;

/** So many rows and permutations are enough to see what matters, and take little time; of more than `all` columns a `few`. */
const most = { rows: 150, repeats: 3, all: 25, few: 12 };

/**
 * The loss in log score when columns are shuffled, in rows drawn from those given. Of many columns only those are shuffled that tell the
 * classes apart best, each by itself, in the training rows.
 */
export async function columnsThatMatter(
  posterior: Posterior,
  { training, measured }: { readonly training: Table; readonly measured: Table },
  { seed, weights, ...control }: RelevanceOptions,
): Promise<PermutationRelevance> {
  const drawn = random.permutation(stream(seed, BRANCH), measured.rows).slice(0, most.rows).toSorted();
  return permutationRelevance(posterior, selectRows(measured, drawn), {
    seed,
    repeats: most.repeats,
    columns: candidates(posterior, training),
    ...(weights !== undefined && { weights }),
    ...control,
  });
}

interface RelevanceOptions extends Pick<RunControl, "signal" | "onProgress"> {
  readonly seed: number;
  readonly weights?: string | undefined;
}

/** The columns worth shuffling: all, or of many those of highest marginal relevance in the training rows. */
function candidates({ encoding, training }: Posterior, table: Table): string[] {
  const names = encoding.columns.map(({ name }) => name);
  if (names.length <= most.all) return names;
  const X = encode(encoding, selectRows(table, training.rows));
  const relevance = marginalRelevance(X, training.classes, { groups: columnGroups(encoding) });
  const order = Array.from(names.keys()).toSorted((a, b) => relevance[b] - relevance[a] || a - b);
  return order.slice(0, most.few).map((place) => names[place]);
}
