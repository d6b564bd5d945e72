import { calibrationSection } from "./calibrationSection.ts";
import { candidatesSection } from "./candidatesSection.ts";
import { chainsSection } from "./chainsSection.ts";
import { componentsSection } from "./componentsSection.ts";
import { confusionSection } from "./confusionSection.ts";
import { curvesSection } from "./curvesSection.ts";
import { dataSection } from "./dataSection.ts";
import { evidenceSection } from "./evidenceSection.ts";
import type { Findings } from "./findings.ts";
import { latentSection } from "./latentSection.ts";
import { recordSection } from "./recordSection.ts";
import { relevanceSection } from "./relevanceSection.ts";
import type { Section } from "./section.ts";
import { summarySection } from "./summarySection.ts";
import { surfaceSection } from "./surfaceSection.ts";
import { surprisingSection } from "./surprisingSection.ts";
import { warningsSection } from "./warningsSection.ts";

/** All sections in the order of the page. Each says for itself whether there is something to tell. */
const members: readonly ((findings: Findings) => Section | undefined)[] = [
  summarySection,
  warningsSection,
  curvesSection,
  calibrationSection,
  confusionSection,
  surprisingSection,
  relevanceSection,
  surfaceSection,
  latentSection,
  componentsSection,
  evidenceSection,
  chainsSection,
  dataSection,
  candidatesSection,
  recordSection,
];

/** The sections that have something to tell. */
export function sectionsOf(findings: Findings): Section[] {
  return members.map((member) => member(findings)).filter((section) => section !== undefined);
}
