import { livingStyle, reportStyle } from "@kernelbayes/report/page";

/** What differs in the studio from a page of its own. */
const inStudio = `
:host { display: block; font: 0.9375rem/1.5 var(--sans); color: var(--ink); }
.answers, .answers.of-4 { margin-top: 0.25rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 17.5rem), 1fr)); }
.answers > div, .answers > div:nth-child(n + 4), .answers.of-4 > div { grid-column: auto; }
.figures { grid-template-columns: repeat(auto-fit, minmax(min(100%, 22rem), 1fr)); }
.what-if .side { top: 0; }
@media (max-width: 52rem) { .what-if .answer { background: var(--paper); } }
`;

let sheets: CSSStyleSheet[] | undefined;

/** The style of the report, for a shadow root in which its parts stand. */
export function reportSheets(): CSSStyleSheet[] {
  sheets ??= [reportStyle, livingStyle, inStudio].map((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    return sheet;
  });
  return sheets;
}
