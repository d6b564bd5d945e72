import type { Warning } from "kernelbayes";
import type { FindingCode } from "kernelbayes/check";
import { findingWarnings } from "../check/findingWarnings.ts";
import type { PreparedTable } from "./preparedTable.ts";

/** What a fit warns of itself, as it sees only the rows that it learns from. */
const ofFit: ReadonlySet<FindingCode> = new Set(["constant-column", "identifier-column", "many-levels"]);

/** What the check of the table found, as warnings; what a fit tells in any case is left to it. */
export function checkWarnings({ findings }: Pick<PreparedTable, "findings">): Warning[] {
  return findingWarnings(findings.filter(({ code }) => !ofFit.has(code)));
}
