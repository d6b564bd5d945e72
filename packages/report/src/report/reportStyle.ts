/** The style sheet of the report: system fonts, light and dark, and a page for paper. */
export const reportStyle: string = `
:root {
  color-scheme: light dark;
  --paper: #ffffff; --panel: #f5f6f8; --ink: #1a1a1a; --soft: #55595f; --line: #d5d8dd; --edge: #7a7f87; --link: #0b5cad;
  --chart-ink: #1a1a1a; --chart-gray: #7a7a7a; --chart-blue: #0072b2; --chart-vermilion: #d55e00; --chart-green: #009e73;
  --chart-pink: #cc79a7; --chart-orange: #e69f00; --chart-sky: #56b4e9; --chart-black: #000000; --chart-purple: #5e3c99; --chart-amber: #e66101;
}
@media screen and (prefers-color-scheme: dark) {
  :root {
    --paper: #15171a; --panel: #1e2125; --ink: #e8e8e8; --soft: #b0b5bc; --line: #3a3f46; --edge: #8a9099; --link: #7db9f5;
    --chart-ink: #e8e8e8; --chart-gray: #9a9ea4; --chart-blue: #4ba3e3; --chart-vermilion: #f08a4b; --chart-green: #2fc79b;
    --chart-pink: #e29bc3; --chart-orange: #f0b93a; --chart-sky: #9bd5f7; --chart-black: #ffffff; --chart-purple: #b29ae0; --chart-amber: #f2924f;
  }
}
* { box-sizing: border-box; }
html { scroll-behavior: smooth; }
body {
  margin: 0 auto; padding: 0 1.25rem 3rem; max-width: 62rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
}
header { padding-top: 2rem; }
h1 { font-size: 1.9rem; line-height: 1.2; margin: 0; overflow-wrap: anywhere; }
header p, footer { color: var(--soft); }
header p { margin: 0.3rem 0 0; }
h2 { font-size: 1.35rem; margin: 0 0 0.6rem; }
h3 { font-size: 1.05rem; margin: 1.3rem 0 0.2rem; }
p, li, dd, figcaption { max-width: 46rem; overflow-wrap: anywhere; }
p { margin: 0.4rem 0 0.8rem; }
.lead { font-size: 1.1rem; }
.alert { background: var(--panel); border: 1px solid var(--line); border-left: 0.4rem solid var(--chart-vermilion); border-radius: 0.5rem; padding: 0.7rem 0.9rem; font-weight: 600; }
a { color: var(--link); }
nav { margin-top: 0.8rem; border-block: 1px solid var(--line); padding: 0.4rem 0; }
nav details { margin: 0; }
nav ol { list-style: none; display: flex; flex-wrap: wrap; gap: 0.3rem 1.1rem; margin: 0.5rem 0; padding: 0; }
section { margin-top: 1.6rem; }
.key { display: grid; grid-template-columns: repeat(auto-fit, minmax(10.5rem, 1fr)); gap: 0.8rem; margin: 1.1rem 0; }
.key div { background: var(--panel); border: 1px solid var(--line); border-radius: 0.5rem; padding: 0.7rem 0.9rem; }
.key dt { color: var(--soft); font-size: 0.9rem; }
.key dd { margin: 0; font-size: 1.6rem; font-weight: 600; line-height: 1.25; font-variant-numeric: tabular-nums; }
.key small { display: block; font-size: 0.85rem; font-weight: 400; color: var(--soft); }
.warnings dt { font-weight: 600; }
.warnings dd { margin: 0.1rem 0 0.8rem 1rem; }
.scroll { overflow-x: auto; margin: 0.9rem 0 1.3rem; }
table { border-collapse: collapse; font-size: 0.92rem; font-variant-numeric: tabular-nums; }
caption { text-align: left; font-weight: 600; padding-bottom: 0.35rem; }
@media (min-width: 40rem) { caption { white-space: nowrap; } }
th, td { padding: 0.3rem 0.9rem 0.3rem 0; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); }
thead th { border-bottom: 2px solid var(--line); vertical-align: bottom; }
tbody th { font-weight: 500; overflow-wrap: anywhere; min-width: 7rem; max-width: 22rem; }
.long { min-width: 16rem; }
td { min-width: 4rem; }
.number { text-align: right; white-space: nowrap; }
thead .number { white-space: normal; }
.figures { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 27rem), 1fr)); gap: 0 2rem; align-items: start; }
.figures > div { min-width: 0; }
figure { margin: 1.2rem 0 0.6rem; }
figure svg { max-width: 100%; height: auto; display: block; font-family: inherit; }
figcaption { margin-top: 0.4rem; font-size: 0.95rem; color: var(--soft); }
figcaption strong { color: var(--ink); }
details { margin: 0.2rem 0 1rem; }
summary { cursor: pointer; color: var(--link); }
section > .fold { border-bottom: 1px solid var(--line); margin: 0; padding-bottom: 0.6rem; }
section > .fold > summary h2 { display: inline; font-size: 1.2rem; color: var(--ink); }
section:has(> .fold) { margin-top: 0.8rem; }
section > .fold[open] { padding-bottom: 2rem; }
[id$="-content"] { scroll-margin-top: 4rem; }
.answers { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 17rem), 1fr)); gap: 0.8rem 1.6rem; margin: 0.8rem 0 1.2rem; }
.answers dt { color: var(--soft); font-size: 0.95rem; }
.answers dd { margin: 0.1rem 0 0; }
pre { background: var(--panel); border: 1px solid var(--line); border-radius: 0.4rem; padding: 0.7rem 0.9rem; overflow-x: auto; }
code { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; font-size: 0.9em; overflow-wrap: anywhere; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
footer { margin-top: 3rem; border-top: 1px solid var(--line); font-size: 0.9rem; }
@media (prefers-reduced-motion: reduce) { html { scroll-behavior: auto; } }
@media print {
  @page { margin: 16mm; }
  :root { color-scheme: light; }
  html { font-size: 10pt; }
  body { max-width: none; padding: 0; }
  nav, details:not([open]):not(.fold) { display: none; }
  .fold::details-content { content-visibility: visible; block-size: auto; }
  .fold > summary::marker { content: ""; }
  h2, h3, caption { break-after: avoid; }
  caption { white-space: normal; }
  figure, tr, .key, .key div, .figures > div { break-inside: avoid; }
  p:has(+ .figures), p:has(+ .scroll) { break-inside: avoid; break-after: avoid; }
  .figures { grid-template-columns: 1fr 1fr; gap: 0 8mm; break-before: avoid; }
  .figures:has(> :only-child) { grid-template-columns: 1fr; }
  .long { min-width: 0; }
  figure svg { max-height: 110mm; }
  .scroll { overflow: visible; }
  a { color: inherit; text-decoration: none; }
  pre { white-space: pre-wrap; }
}
`;
