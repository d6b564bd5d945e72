import type { HeldOut } from "./findings.ts";
import { counted } from "./words.ts";

/** How the rows came by predictions of models that had not seen them, to stand after "measured". */
export function howJudged({ how, folds, rounds, truth }: HeldOut): string {
  const rows = counted(truth.length, "row");
  if (how === "hold-out") return `on ${rows} that were kept apart and took no part in the fit`;
  if (how === "folds") {
    return `on ${rows}, each predicted by a fit that had not seen it${folds === undefined ? "" : ` (${folds} folds${rounds > 1 ? `, ${rounds} times; charts show the first` : ""})`}`;
  }
  if (how === "training") return `on ${rows} of the fit, which look better than new rows`;
  if (how === "time") return `on ${rows}, each predicted by a fit to earlier rows`;
  return `on ${rows}, each predicted as if it had been left out of the fit`;
}
