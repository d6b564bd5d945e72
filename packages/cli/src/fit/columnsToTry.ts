import { selectRows, type Posterior, type Table } from "kernelbayes";
import { marginalRelevance } from "kernelbayes/evaluate";
import { columnGroups, encode } from "kernelbayes/table";

/** Up to so many columns all are tried; of more, a few. */
const most = { all: 25, few: 12 };

/** The columns whose relevance is worth measuring: all, or of many those that tell the classes apart best, each by itself, in the training rows. */
export function columnsToTry({ encoding, training }: Posterior, table: Table): string[] {
  const names = encoding.columns.map(({ name }) => name);
  if (names.length <= most.all) return names;
  const X = encode(encoding, selectRows(table, training.rows));
  const relevance = marginalRelevance(X, training.classes, { groups: columnGroups(encoding) });
  const order = Array.from(names.keys()).toSorted((a, b) => relevance[b] - relevance[a] || a - b);
  return order.slice(0, most.few).map((place) => names[place]);
}
