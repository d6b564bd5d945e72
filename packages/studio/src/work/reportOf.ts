import type { ReportInput } from "@kernelbayes/report";
import { reportSections, svgDocument, type ReportSections } from "@kernelbayes/report/parts";
import type { OpenFit } from "./fitOnce.ts";
import { text } from "../text.ts";

/** What a report of a fit is given. */
export function reportInputOf(
  { posterior, fittable: { table, rowNames, options }, measured }: OpenFit,
  source: string,
  created: string,
): ReportInput {
  const { heldOut, relevance, warnings } = measured;
  return {
    posterior,
    table,
    rowNames,
    heldOut,
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
  const { rows } = open.fittable;
  // Labels are corrected in the table as it was read.
  return { ...found, surprising: found.surprising.map((row) => ({ ...row, place: rows[row.place] })) };
}
