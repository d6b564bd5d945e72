/** The style sheet of the report: system fonts, light and dark, and a page for paper. */
export const reportStyle: string = `
:root {
  color-scheme: light dark;
  --paper: #ffffff; --panel: #f5f6f8; --ink: #1a1c1f; --soft: #565b63; --line: #dcdfe4; --edge: #7a7f87; --link: #0b5cad; --strong: #1a1c1f;
  --chart-ink: #1a1a1a; --chart-gray: #7a7a7a; --chart-blue: #0072b2; --chart-vermilion: #d55e00; --chart-green: #009e73;
  --chart-pink: #cc79a7; --chart-orange: #e69f00; --chart-sky: #56b4e9; --chart-black: #000000; --chart-purple: #5e3c99; --chart-amber: #e66101;
}
@media screen and (prefers-color-scheme: dark) {
  :root {
    --paper: #15171a; --panel: #1f2226; --ink: #e8e8e8; --soft: #b0b5bc; --line: #363b42; --edge: #8a9099; --link: #7db9f5; --strong: #c9ced6;
    --chart-ink: #e8e8e8; --chart-gray: #9a9ea4; --chart-blue: #4ba3e3; --chart-vermilion: #f08a4b; --chart-green: #2fc79b;
    --chart-pink: #e29bc3; --chart-orange: #f0b93a; --chart-sky: #9bd5f7; --chart-black: #ffffff; --chart-purple: #b29ae0; --chart-amber: #f2924f;
  }
}
* { box-sizing: border-box; }
html { scroll-behavior: smooth; scroll-padding-top: 1rem; }
body {
  margin: 0 auto; padding: 0 1.25rem 3rem; max-width: 66rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; font-variant-numeric: tabular-nums;
}
header { padding-top: 1.8rem; }
h1 { font-size: 2rem; line-height: 1.15; letter-spacing: -0.015em; margin: 0; overflow-wrap: anywhere; }
header p, footer { color: var(--soft); }
header p { margin: 0 0 0.25rem; font-size: 0.9rem; }
h2 { font-size: 1.35rem; letter-spacing: -0.005em; margin: 0 0 0.6rem; }
h3 { font-size: 1rem; margin: 1.3rem 0 0.3rem; }
p, li, dd, figcaption { max-width: 46rem; overflow-wrap: anywhere; }
p { margin: 0.4rem 0 0.8rem; }
.lead { font-size: 1.1rem; }
.alert { background: var(--panel); border: 1px solid var(--line); border-left: 0.4rem solid var(--chart-vermilion); border-radius: 0.4rem; padding: 0.7rem 0.9rem; font-weight: 600; max-width: none; }
a { color: var(--link); text-underline-offset: 0.15em; text-decoration-thickness: 1px; }
nav ol { list-style: none; margin: 0; padding: 0; font-size: 0.9rem; }
nav { margin: 0.9rem -1.25rem 0; padding: 0.5rem 1.25rem; border-block: 1px solid var(--line); overflow-x: auto; }
nav ol { display: flex; gap: 1.2rem; width: max-content; }
@media (min-width: 52rem) { nav ol { flex-wrap: wrap; gap: 0.1rem 1.2rem; width: auto; } }
nav .group { display: none; }
.group { font-size: 0.8rem; font-weight: 600; letter-spacing: 0.06em; text-transform: uppercase; color: var(--soft); }
main > .group { margin: 2.6rem 0 0; padding-bottom: 0.5rem; border-bottom: 2px solid var(--strong); max-width: none; }
section { margin-top: 1.4rem; }
#summary > h2 { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
.answers { display: grid; grid-template-columns: repeat(6, minmax(0, 1fr)); gap: 1.7rem 2.2rem; margin: 1.4rem 0 1.6rem; }
.answers > div { grid-column: span 2; border-top: 2px solid var(--strong); padding-top: 0.55rem; display: flex; flex-direction: column; }
.answers > div:nth-child(n + 4) { grid-column: span 3; }
.answers.of-4 > div { grid-column: span 3; }
.answers dt { color: var(--soft); font-size: 0.9rem; }
.answers dd { margin: 0; flex: 1; display: flex; flex-direction: column; gap: 0.15rem; }
.answers strong { font-size: 1.22rem; line-height: 1.25; font-weight: 650; letter-spacing: -0.01em; display: block; margin: 0.1rem 0 0.15rem; }
.answers .more { font-size: 0.9rem; margin-top: 0.35rem; }
.picture, .classes, .steps { list-style: none; margin: 0.5rem 0 0; padding: 0; }
.picture { display: grid; grid-template-columns: minmax(3rem, max-content) minmax(1.6rem, 1fr) max-content; gap: 0.15rem 0.7rem; font-size: 0.88rem; }
.picture li { display: grid; grid-template-columns: subgrid; grid-column: 1 / -1; align-items: center; max-width: none; }
.picture .name { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; max-width: 11rem; }
.picture .value { text-align: right; color: var(--soft); white-space: nowrap; }
.track { position: relative; display: block; height: 0.8rem; }
.is-point::before { content: ""; position: absolute; inset: calc(50% - 0.5px) 0 auto; border-top: 1px solid var(--line); }
.fill, .range, .mark, .dot { position: absolute; top: 0; bottom: 0; }
.fill { left: 0; background: var(--chart-blue); border-radius: 0 0.12rem 0.12rem 0; min-width: 1px; }
.is-quiet .fill { background: var(--chart-gray); }
.range { top: calc(50% - 0.75px); bottom: auto; height: 1.5px; background: var(--ink); min-width: 2px; }
.range::before, .range::after { content: ""; position: absolute; top: -2.5px; height: 6.5px; border-left: 1.5px solid var(--ink); }
.range::before { left: 0; }
.range::after { right: 0; }
.mark { border-left: 2px solid var(--chart-vermilion); margin-left: -1px; }
.dot { width: 0.6rem; height: 0.6rem; top: calc(50% - 0.3rem); margin-left: -0.3rem; border-radius: 50%; background: var(--chart-blue); }
.shares { display: flex; gap: 2px; height: 0.8rem; margin-top: 0.6rem; }
.shares span { min-width: 2px; }
.shares span:first-child { border-radius: 0.12rem 0 0 0.12rem; }
.shares span:last-child { border-radius: 0 0.12rem 0.12rem 0; }
.classes { display: flex; flex-wrap: wrap; gap: 0.1rem 0.9rem; font-size: 0.88rem; }
.classes small { color: var(--soft); font-size: inherit; }
.chip { display: inline-block; width: 0.65rem; height: 0.65rem; border-radius: 0.12rem; margin-right: 0.35rem; }
.steps li { padding: 0.3rem 0; border-top: 1px solid var(--line); }
.steps li:first-child { border-top: 0; }
.strip { display: flex; flex-wrap: wrap; gap: 0.3rem 2.2rem; margin: 0 0 0.8rem; padding: 0.55rem 0; border-block: 1px solid var(--line); font-size: 0.92rem; }
.strip div { display: flex; gap: 0.45rem; align-items: baseline; flex-wrap: wrap; }
.strip dt { color: var(--soft); }
.strip dd { margin: 0; font-weight: 600; }
.strip small { font-size: inherit; font-weight: 400; color: var(--soft); margin-left: 0.35rem; }
.key { display: grid; grid-template-columns: repeat(auto-fit, minmax(8.5rem, 1fr)); gap: 0.9rem 1.6rem; margin: 1.1rem 0; }
.key div { border-top: 2px solid var(--strong); padding-top: 0.4rem; }
.key dt { color: var(--soft); font-size: 0.9rem; }
.key dd { margin: 0; font-size: 1.5rem; font-weight: 600; line-height: 1.25; }
.key small { display: block; font-size: 0.85rem; font-weight: 400; color: var(--soft); }
.warnings dt { font-weight: 600; }
.warnings dd { margin: 0.1rem 0 0.8rem; }
.scroll { overflow-x: auto; margin: 0.9rem 0 1.3rem; }
table { border-collapse: collapse; font-size: 0.92rem; }
caption { text-align: left; font-weight: 600; padding-bottom: 0.35rem; }
@media (min-width: 40rem) { caption { white-space: nowrap; } }
th, td { padding: 0.3rem 1.2rem 0.3rem 0; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); }
thead th { border-bottom: 2px solid var(--line); vertical-align: bottom; }
tbody th { font-weight: 500; overflow-wrap: anywhere; min-width: 7rem; max-width: 22rem; }
.long { min-width: 16rem; }
td { min-width: 4rem; }
.number { text-align: right; white-space: nowrap; }
thead .number { white-space: normal; }
.figures { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 25rem), 1fr)); gap: 0 2rem; align-items: start; }
.figures > div { min-width: 0; }
figure { margin: 1.2rem 0 0.6rem; }
figure svg { max-width: 100%; height: auto; display: block; font-family: inherit; }
figcaption { margin-top: 0.4rem; font-size: 0.92rem; color: var(--soft); }
figcaption strong { color: var(--ink); }
details { margin: 0.2rem 0 1rem; }
summary { cursor: pointer; color: var(--link); }
section > .fold { border-bottom: 1px solid var(--line); margin: 0; }
section:has(> .fold) { margin-top: 0; }
section > .fold > summary { display: grid; grid-template-columns: 1.1rem minmax(0, 17rem) minmax(0, 1fr); align-items: baseline; padding: 0.62rem 0; list-style: none; color: var(--ink); }
section > .fold > summary::-webkit-details-marker { display: none; }
section > .fold > summary::before { content: ""; width: 0.42rem; height: 0.42rem; border: solid var(--soft); border-width: 0 1.5px 1.5px 0; transform: translateY(-0.08rem) rotate(-45deg); }
section > .fold[open] > summary::before { transform: translateY(-0.18rem) rotate(45deg); }
section > .fold > summary h2 { font-size: 1.05rem; margin: 0; letter-spacing: 0; }
#summary > .fold > summary > span { grid-column: 2 / -1; }
section > .fold > summary:hover h2 { color: var(--link); }
.gist { color: var(--soft); font-size: 0.92rem; overflow-wrap: anywhere; }
section > .fold[open] { padding-bottom: 1.6rem; }
section > .fold > div { padding-left: 1.1rem; }
#warnings { margin-top: 1.4rem; }
#warnings > .fold { border-block: 1px solid var(--line); }
#warnings summary h2::before { content: "!"; display: inline-block; width: 1.25rem; height: 1.25rem; margin-right: 0.5rem; border-radius: 50%; background: var(--chart-vermilion); color: #fff; font-size: 0.85rem; line-height: 1.25rem; text-align: center; }
[id$="-content"] { scroll-margin-top: 4rem; }
pre { background: var(--panel); border: 1px solid var(--line); border-radius: 0.4rem; padding: 0.7rem 0.9rem; overflow-x: auto; }
code { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; font-size: 0.9em; overflow-wrap: anywhere; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
footer { margin-top: 3rem; border-top: 1px solid var(--line); font-size: 0.9rem; }
@media (min-width: 76rem) {
  body { max-width: 84rem; display: grid; grid-template-columns: 12rem minmax(0, 1fr); grid-template-rows: auto auto 1fr; column-gap: 3rem; padding-inline: 2rem; }
  header { grid-column: 2; grid-row: 1; }
  main { grid-column: 2; grid-row: 2; }
  footer { grid-column: 2; }
  nav { grid-column: 1; grid-row: 1 / span 3; position: sticky; top: 0; align-self: start; max-height: 100vh; overflow-y: auto; margin: 0; padding: 2rem 0.5rem; border: 0; }
  nav ol { display: block; width: auto; }
  nav li { padding: 0.17rem 0; }
  nav a { color: var(--soft); text-decoration: none; }
  nav a:hover { color: var(--link); text-decoration: underline; }
  nav .group { display: block; margin-top: 1.1rem; font-size: 0.75rem; }
  nav .group[hidden] { display: none; }
}
@media (max-width: 60rem) { .answers > div { grid-column: span 3; } }
@media (max-width: 52rem) {
  .answers { grid-template-columns: minmax(0, 1fr); gap: 1.2rem; }
  .answers > div, .answers > div:nth-child(n + 4), .answers.of-4 > div { grid-column: auto; }
  h1 { font-size: 1.6rem; }
  .strip { display: grid; }
  .strip div { display: grid; grid-template-columns: minmax(0, 1fr) max-content; }
  .strip dd { text-align: right; }
  section > .fold > summary { grid-template-columns: 1.1rem minmax(0, 1fr); }
  .gist { grid-column: 2; }
  .long { min-width: 30rem; }
  section > .fold > div { padding-left: 0; }
}
@media (prefers-reduced-motion: reduce) { html { scroll-behavior: auto; } }
@media print {
  @page { margin: 16mm; }
  :root { color-scheme: light; }
  html { font-size: 9.5pt; }
  body { max-width: none; padding: 0; display: block; }
  nav, details:not([open]):not(.fold) { display: none; }
  .fold::details-content { content-visibility: visible; block-size: auto; }
  section > .fold > summary { break-after: avoid; break-inside: avoid; padding: 0.9rem 0 0.2rem; grid-template-columns: max-content minmax(0, 1fr); column-gap: 1rem; }
  section > .fold > summary::before { display: none; }
  section > .fold > div { padding-left: 0; }
  section > .fold { border: 0; }
  .answers { grid-template-columns: repeat(6, minmax(0, 1fr)); gap: 1.2rem 1.6rem; }
  .answers > div, .answers > div:nth-child(n + 4), .answers.of-4 > div { grid-column: span 3; }
  .shares span, .chip, .fill, .range, .dot, .mark { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  h2, h3, caption, .group { break-after: avoid; }
  caption { white-space: normal; }
  thead { break-after: avoid; }
  tbody tr:first-child { break-before: avoid; }
  .scroll:has(tbody tr:nth-child(-n + 10):last-child) { break-inside: avoid; }
  figure, tr, .key, .key div, .figures > div, .answers > div { break-inside: avoid; }
  p:has(+ .figures), p:has(+ .scroll) { break-inside: avoid; break-after: avoid; }
  .figures { grid-template-columns: 1fr 1fr; gap: 0 8mm; break-before: avoid; }
  .figures:has(> :only-child) { grid-template-columns: 1fr; }
  .long { min-width: 0; }
  figure svg { max-height: 72mm; }
  .scroll { overflow: visible; }
  a { color: inherit; text-decoration: none; }
  pre { white-space: pre-wrap; }
}
`;
