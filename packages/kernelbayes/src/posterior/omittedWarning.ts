import type { Warning } from "../errors.ts";
import type { LeaveOneOut } from "./numericPosterior.ts";

/** Reports how many rows have no leave-one-out score; nothing where all have one. */
export function omittedWarning({ omitted }: LeaveOneOut): Warning[] {
  if (omitted.length === 0) return [];
  const rows = omitted.length === 1 ? "One row has" : `${omitted.length} rows have`;
  return [
    {
      code: "no-leave-one-out",
      message:
        `${rows} no leave-one-out score, because no valid model is left without them (too few rows of their class); ` +
        "figures computed from leave-one-out leave them out. More rows of the small classes, or shrinkage, would mend it.",
    },
  ];
}
