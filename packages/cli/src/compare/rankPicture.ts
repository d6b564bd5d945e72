/** A model with its mean rank. */
interface RankedModel {
  readonly title: string;
  readonly meanRank: number;
}

const width = 41;

/**
 * Mean ranks for a terminal, a line a model and the best first: a dot at its rank, and to the right of it bars that join the lines of
 * models which cannot be told apart, dotted where they pass one that can. `groups` are sets of places in the list.
 */
export function rankPicture(models: readonly RankedModel[], groups: readonly (readonly number[])[]): string {
  const k = models.length;
  const order = Array.from(models.keys()).toSorted((a, b) => models[a].meanRank - models[b].meanRank || a - b);
  const bars = groups.filter(({ length }) => length > 1);
  const names = Math.max(...models.map(({ title }) => title.length));
  const placeOf = (rank: number): number => Math.round(((rank - 1) / (k - 1)) * (width - 1));
  const ticks = Array.from({ length: k }, (_, at) => at + 1);
  const axis = Array.from({ length: width }, () => "─");
  const digits = new Array<string>(width + 2).fill(" ");
  for (const rank of ticks) {
    axis[placeOf(rank)] = rank === 1 ? "├" : rank === k ? "┤" : "┼";
    Array.from(String(rank)).forEach((digit, at) => (digits[placeOf(rank) + at] = digit));
  }
  const indent = " ".repeat(names + 8);
  return [
    `${indent}${digits.join("")}`.trimEnd(),
    `${indent}${axis.join("")}`,
    ...order.map((model, place) => {
      const { title, meanRank } = models[model];
      const line: string[] = Array.from({ length: width }, (_, at) => (at < placeOf(meanRank) ? "·" : " "));
      line[placeOf(meanRank)] = "●";
      const joined = bars.map((group) => {
        const places = group.map((member) => order.indexOf(member));
        const isPassed = Math.min(...places) < place && place < Math.max(...places);
        return group.includes(model) ? "┃" : isPassed ? "┊" : " ";
      });
      return `${title.padEnd(names)}  ${meanRank.toFixed(2).padStart(4)}  ${line.join("")}  ${joined.join(" ")}`.trimEnd();
    }),
  ].join("\n");
}
