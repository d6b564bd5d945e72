import type { GameTables } from "../../engine/wasm/games.ts";
import { ellipses, owenRule } from "./owenRule.ts";

/** Beyond so many players the rules would take more room than they save time. */
export const mostTabledPlayers = 512;

/** The rules and bounds of `owenRule` for so many players, as an engine takes them. */
export function owenTables(players: number): GameTables {
  const lists: number[] = [];
  for (let points = 1; points <= Math.ceil(players / 2); points++) {
    const { nodes, weights } = owenRule(points);
    const padding = points % 2 === 0 ? [] : [0];
    lists.push(...nodes, ...padding, ...weights, ...padding);
  }
  return {
    rules: Float64Array.from(lists),
    ellipses: Float64Array.from(ellipses.flatMap(({ reach, rate, rest }) => [reach, rate, rest])),
  };
}
