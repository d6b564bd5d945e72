import { asText, type Column } from "../column.ts";
import type { Finding } from "./finding.ts";

/** Equal rows are a surprise only where so large a share of the rows is like no other. */
const shareOfUniqueRows = 0.9;

/**
 * Rows with equal cells and different labels. In a table of few categories they are to be expected, so they are reported only where
 * nine of ten rows are like no other and three columns at least agree.
 */
export function contradictingRows(
  features: readonly Column[],
  labels: readonly (string | undefined)[],
  target: string,
): Finding[] {
  if (features.length < 3) return [];
  const numbers = features.map((column) => (column.type === "number" ? column.values : column.codes));
  const groups = new Map<number, number[]>();
  let rows = 0;
  for (let row = 0; row < labels.length; row++) {
    if (labels[row] === undefined) continue;
    rows++;
    const key = hashOf(numbers, row);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [row]);
    else group.push(row);
  }
  const all = [...groups.values()];
  const unique = all.filter((group) => group.length === 1).length;
  if (unique < shareOfUniqueRows * rows) return [];
  const clashes = all.filter(
    (group) =>
      group.some((row) => labels[row] !== labels[group[0]]) &&
      group.every((row) => numbers.every((cells) => Object.is(cells[row], cells[group[0]]))),
  );
  if (clashes.length === 0) return [];
  const concerned = clashes.flat().toSorted((a, b) => a - b);
  const [first, second] = clashes[0];
  const example = asText(features[0])[first];
  return [
    {
      code: "contradicting-rows",
      count: concerned.length,
      rows: concerned.slice(0, 5).map((row) => row + 1),
      ...(example !== undefined && { example }),
      problem: `${concerned.length} rows have the same cells as another row but another label; the first are rows ${first + 1} and ${second + 1}.`,
      action: "none",
      remedy: `Check ${JSON.stringify(target)} in these rows: copies with different labels cannot all be right.`,
    },
  ];
}

const halves = new Uint32Array(2);
const whole = new Float64Array(halves.buffer);

/** A number of 53 bits that equal rows share, by the mixing of FNV-1a, twice. */
function hashOf(numbers: readonly ArrayLike<number>[], row: number): number {
  let low = 0x811c9dc5;
  let high = 0x01000193;
  for (const cells of numbers) {
    whole[0] = cells[row];
    low = Math.imul(Math.imul(low ^ halves[0], 0x01000193) ^ halves[1], 0x01000193);
    high = Math.imul(Math.imul(high ^ halves[1], 0x85ebca6b) ^ halves[0], 0xc2b2ae35);
    low ^= low >>> 15;
    high ^= high >>> 13;
  }
  return (high >>> 11) * 2 ** 32 + (low >>> 0);
}
