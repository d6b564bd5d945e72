import { choice } from "../options.ts";
import type { Measure } from "./measureModels.ts";

/** The measures by the words of the command line. */
const measures: ReadonlyMap<string, Measure> = new Map([
  ["log-loss", "logLoss"],
  ["error", "errorRate"],
  ["auc", "areaUnderCurve"],
  ["brier", "brier"],
]);

/** The words that --measure takes. */
export const measureNames: readonly string[] = [...measures.keys()];

/** The measure that a word asks for; another word is refused. */
export function measureNamed(word: string): Measure {
  return measures.get(choice("measure", word, measureNames))!;
}
