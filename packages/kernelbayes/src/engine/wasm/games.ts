import type { Engine } from "../engine.ts";
import { matrix } from "../matrix.ts";
import { requireShape } from "../reference/requireShape.ts";
import type { Instance } from "./loadInstance.ts";

/** Shapley values of products. */
export function games({ exports, workspace }: Instance): Required<Pick<Engine, "productGames">> {
  return {
    productGames(on, off, { rules, ellipses }) {
      const { rows, columns: players } = on;
      requireShape(
        off.columns === players && off.rows > 0,
        `Games need rows of one length; got ${players} and ${off.columns} players, and ${off.rows} rows to compare with.`,
      );
      const lengths = [
        on.data.length,
        off.data.length,
        rows * players,
        rules.length,
        ellipses.length,
        exports.gamesWork(players),
      ];
      return workspace.frame(lengths, (left, right, target, ruleList, ellipseList, work) => {
        workspace.write(left, on.data);
        workspace.write(right, off.data);
        workspace.write(ruleList, rules);
        workspace.write(ellipseList, ellipses);
        exports.games(rows, off.rows, players, left, right, target, ruleList, ellipseList, work);
        return matrix(rows, players, workspace.read(target, rows * players));
      });
    },
  };
}
