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
        `${rows} no leave-one-out score, because no valid model is left without them, or without the group that they belong to (too few other rows ` +
        "of a class); figures computed from leave-one-out leave them out. More rows or groups of the small classes would mend it.",
    },
  ];
}
