import type { ReportInput } from "@kernelbayes/report";
import { reportSections, rowForm, svgDocument, type LivingData, type ReportSections } from "@kernelbayes/report/parts";
import type { OpenFit } from "./fitOnce.ts";
import { text } from "../text.ts";

/** What a report of a fit is given. */
export function reportInputOf(
  { posterior, fittable, measured }: OpenFit,
  source: string,
  created: string,
): ReportInput {
  if (!fittable) throw new Error(text.understand.noTable);
  const { table, rowNames, options } = fittable;
  const { heldOut, relevance, warnings } = measured;
  return {
    posterior,
    table,
    rowNames,
    ...(heldOut && { heldOut }),
    warnings,
    source,
    created,
    leftOut: (options.exclude ?? []).map((name) => ({ name, reason: text.understand.leftOut })),
    ...(relevance && { relevance: { columns: relevance } }),
  };
}

/** The report piece by piece. */
export function sectionsOf(open: OpenFit, source: string, created: string): ReportSections {
  const found = reportSections(reportInputOf(open, source, created), { document: svgDocument(), resolution: 40 });
  const rows = open.fittable?.rows ?? [];
  // Labels are corrected in the table as it was read.
  return { ...found, surprising: found.surprising.map((row) => ({ ...row, place: rows[row.place] })) };
}

/** What a form for one row is made of: columns that matter most come first, where that was measured. */
export function formOf({ posterior, fittable, measured: { relevance } }: OpenFit): LivingData {
  const order = relevance?.toSorted((a, b) => b.mean - a.mean).map(({ column }) => column);
  return rowForm(posterior, { table: fittable?.table, rowNames: fittable?.rowNames, order });
}
