import type { Encoding } from "../encoding/index.ts";
import type { Warning } from "../errors.ts";

/**
 * Warns where columns were selected by their relevance for the labels: whatever a fit then says of its own training rows has
 * seen their labels once already, when the columns were chosen.
 */
export function selectedColumnsWarning({ columns, selectedFrom }: Encoding): Warning[] {
  if (selectedFrom === undefined) return [];
  return [
    {
      code: "selected-columns",
      message:
        `${columns.length} of ${selectedFrom} columns were selected by the labels of all training rows, so that leave-one-out ` +
        "figures and the evidence are too good. Cross-validation selects anew in every fold: trust its figures.",
    },
  ];
}
