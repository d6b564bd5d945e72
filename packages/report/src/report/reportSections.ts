import { livingDataOf } from "../living/livingDataOf.ts";
import type { LivingData } from "../living/livingData.ts";
import { findingsOf } from "./findings.ts";
import type { ReportInput, ReportOptions } from "./reportInput.ts";
import { contentMarkup } from "./reportPage.ts";
import { sectionsOf } from "./sections.ts";

/** A section of the report by itself. */
export interface ReportSection {
  /** For links: "summary", "calibration". */
  readonly id: string;
  readonly title: string;
  /** What it comes to, in a few words. */
  readonly gist: string | undefined;
  /** Its paragraphs, tables and charts, in which all names and labels are escaped. */
  readonly html: string;
}

/** A row whose label is more surprising than honest data should have, or nearly so. */
export interface SurprisingRow {
  /** Its place in the table, from 0. */
  readonly place: number;
  readonly name: string;
  readonly label: string;
  readonly suggested: string;
  /** The probability of its label. */
  readonly probability: number;
  readonly isFlagged: boolean;
}

/** The report piece by piece, for a program that shows it in pages of its own. */
export interface ReportSections {
  readonly sections: readonly ReportSection[];
  /** What `whatIf`, `decide` and `rowTable` of `@kernelbayes/report/page` work on. */
  readonly data: LivingData;
  /** The most surprising first; none where no row of the table was held out. */
  readonly surprising: readonly SurprisingRow[];
}

const mostSurprising = 15;

/**
 * The sections of `htmlReport` one by one, in the same words and charts, with the data for what can be moved in them.
 *
 * @example for (const { title, html } of reportSections({ posterior, table }).sections) show(title, html);
 */
export function reportSections(input: ReportInput, options: ReportOptions = {}): ReportSections {
  const findings = findingsOf(input, options);
  const { heldOut } = findings;
  const suspects = findings.suspects();
  const flagged = new Set(suspects?.flagged.map(({ row }) => row));
  const rows = (suspects?.rows ?? []).filter(({ label, suggested }) => label !== suggested).slice(0, mostSurprising);
  return {
    sections: sectionsOf(findings).map(({ id, title, gist, content }) => ({
      id,
      title,
      gist,
      html: contentMarkup(content, options.document).html,
    })),
    data: livingDataOf(findings, { table: true, hasModel: true }),
    surprising: !heldOut?.places
      ? []
      : rows.map(({ row, label, suggested, ownProbability }) => ({
          place: heldOut.places![row],
          name: heldOut.names[row],
          label: heldOut.classes[label],
          suggested: heldOut.classes[suggested],
          probability: ownProbability,
          isFlagged: flagged.has(row),
        })),
  };
}
