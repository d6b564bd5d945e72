import type { ChartOptions } from "../charts/chartOptions.ts";
import type { Markup } from "./markup.ts";

/** A chart of a report. */
export interface Figure {
  /** For the name of a file: "roc", "reliability". */
  readonly name: string;
  readonly title: string;
  /** What to see in it, in words that do without it. */
  readonly words: Markup | string;
  /** Its figures as a table, where they are not told otherwise. */
  readonly table?: Markup | undefined;
  draw(options: ChartOptions): string;
}

/** A part of a report under a heading of its own. */
export interface Section {
  /** For links. */
  readonly id: string;
  readonly title: string;
  /** What it comes to, in a few words beside the heading of what is folded. */
  readonly gist?: string | undefined;
  /** The part of the page in which it stands; those without one follow the summary. */
  readonly group?: SectionGroup;
  /** Paragraphs, tables and figures in their order. */
  readonly content: readonly (Markup | Figure)[];
}

/** The parts of the page below the summary, in their order. */
export const sectionGroups = {
  use: "Use it",
  quality: "How good it is",
  model: "What it learned",
  record: "Data and method",
} as const;
type SectionGroup = keyof typeof sectionGroups;

export function isFigure(part: Markup | Figure): part is Figure {
  return "draw" in part;
}

/** Sections that stand open; all others are folded, and open where a link leads into them. */
export const openSections: readonly string[] = ["summary", "what-if"];

/** The address of a section in the page: of what is folded in it, which a browser then opens. */
export function linkTo(id: string): string {
  return openSections.includes(id) ? `#${id}` : `#${id}-content`;
}
