/** The style of what the script of a living report adds. */
export const livingStyle: string = `
[hidden] { display: none !important; }
button, input, select { font: inherit; color: inherit; background: var(--paper); border: 1px solid var(--edge); border-radius: 0.3rem; padding: 0.2rem 0.5rem; max-width: 100%; }
button { cursor: pointer; background: var(--panel); padding: 0.25rem 0.7rem; }
button:hover { border-color: var(--link); }
button.link { border: 0; background: none; padding: 0; color: var(--link); text-decoration: underline; text-underline-offset: 0.15em; text-align: left; overflow-wrap: anywhere; }
input[type="range"] { accent-color: var(--chart-blue); padding: 0; flex: 1 1 5rem; min-width: 0; border: 0; }
input[type="number"] { width: 5.6rem; flex: 0 0 auto; text-align: right; appearance: textfield; }
input::-webkit-inner-spin-button { appearance: none; margin: 0; }
input[type="checkbox"] { accent-color: var(--chart-blue); }
.note { color: var(--soft); font-size: 0.88rem; margin: 0.4rem 0; }
#what-if { margin-top: 1.2rem; }
.what-if { display: grid; grid-template-columns: minmax(0, 1.15fr) minmax(0, 1fr); gap: 1.2rem 2.6rem; align-items: start; margin-top: 0.8rem; }
.what-if .side { position: sticky; top: 0.8rem; }
.what-if .answer { background: var(--paper); }
.what-if .moves { margin-top: 1.2rem; }
.explained { grid-column: 1 / -1; display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 17rem), 1fr)); gap: 1rem 2.2rem; margin-bottom: 1rem; }
.start, .search { display: flex; flex-wrap: wrap; gap: 0.5rem; align-items: center; margin-bottom: 0.5rem; }
.start .search { margin: 0; flex: 1 1 14rem; }
.search input { flex: 1 1 8rem; min-width: 0; }
.field { display: grid; grid-template-columns: minmax(0, 9rem) minmax(0, 1fr) auto; gap: 0.2rem 0.8rem; align-items: center; min-height: 2.5rem; border-top: 1px solid var(--line); }
.field > label:first-child { overflow-wrap: anywhere; }
.field .inputs { display: flex; gap: 0.7rem; align-items: center; min-width: 0; }
.field .inputs select { width: 100%; }
.keep { color: var(--soft); font-size: 0.82rem; display: flex; gap: 0.25rem; align-items: center; }
.keep:not(:has(:checked)):not(:hover):not(:focus-within) { color: var(--soft); }
.longer { display: flex; gap: 0.4rem 1rem; align-items: center; flex-wrap: wrap; border-top: 1px solid var(--line); padding-top: 0.5rem; }
.decided { display: flex; flex-wrap: wrap; gap: 0 0.7rem; align-items: baseline; font-size: 1.7rem; line-height: 1.2; letter-spacing: -0.01em; overflow-wrap: anywhere; margin-bottom: 0.6rem; }
.decided strong { font-weight: 650; }
.decided span { color: var(--soft); }
.bar { display: grid; grid-template-columns: minmax(0, 8rem) minmax(4rem, 1fr) 4.4rem; gap: 0.6rem; align-items: center; padding: 0.14rem 0; font-size: 0.92rem; }
.has-ends .bar { grid-template-columns: minmax(0, 7rem) minmax(4rem, 1fr) 4.4rem 8.6rem; }
.bar .name { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.bar .value { text-align: right; white-space: nowrap; }
.bar .ends { color: var(--soft); white-space: nowrap; }
.bar .ends:empty { display: none; }
.bar.is-decided .name, .bar.is-decided .value { font-weight: 650; }
.bar small { color: var(--soft); }
.bar .track { height: 1rem; background: var(--panel); border-radius: 0.12rem; overflow: hidden; }
.bar .fill { background: var(--chart-sky); }
.bar.is-decided .fill, .bar .fill.plus { background: var(--chart-blue); }
.bar .fill.minus { background: var(--chart-vermilion); }
.signed { display: grid; grid-template-columns: fit-content(9rem) minmax(4rem, 1fr) max-content; gap: 0 0.7rem; }
.signed .bar { grid-template-columns: subgrid; grid-column: 1 / -1; padding: 0.08rem 0; }
.signed .fill { border-radius: 0.12rem; }
.signed .track::after { content: ""; position: absolute; left: 50%; top: 0; bottom: 0; border-left: 1px solid var(--soft); }
.part { border-top: 2px solid var(--strong); padding-top: 0.5rem; min-width: 0; }
.part h3 { margin: 0 0 0.5rem; }
.part > [aria-busy="true"] { opacity: 0.55; }
.part > [aria-busy="true"]::before { content: "Computing …"; color: var(--soft); font-size: 0.88rem; }
.part > [aria-busy="true"]:has(.bar, li)::before { content: none; }
.near { list-style: none; padding: 0; margin: 0; font-size: 0.92rem; display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr) max-content; gap: 0 0.9rem; }
.near li { display: grid; grid-template-columns: subgrid; grid-column: 1 / -1; padding: 0.2rem 0; border-bottom: 1px solid var(--line); max-width: none; }
.near li span { overflow-wrap: anywhere; }
.near small { color: var(--soft); font-size: inherit; }
.changes { list-style: none; padding: 0; margin: 0.6rem 0; font-size: 0.92rem; }
.changes li { padding: 0.35rem 0; border-bottom: 1px solid var(--line); }
.changes .then { display: block; color: var(--soft); }
.decide { display: grid; grid-template-columns: minmax(0, 19rem) minmax(0, 1fr); gap: 0.8rem 2.6rem; align-items: start; }
.control { display: flex; flex-wrap: wrap; gap: 0.3rem 0.6rem; align-items: center; margin-bottom: 0.8rem; }
.control label { flex: 1 0 100%; }
.control input[type="number"] { width: 5.5rem; }
.outcome .key { margin-top: 0; grid-template-columns: repeat(auto-fit, minmax(8rem, 1fr)); }
.outcome .key dd { font-size: 1.3rem; }
.cost-chart { max-width: 28rem; width: 100%; }
.cost-chart text { fill: var(--chart-ink); font-size: 12px; }
.cost-chart .axis { fill: none; stroke: var(--chart-gray); }
.cost-chart .curve { fill: none; stroke: var(--chart-blue); stroke-width: 2; }
.cost-chart .mark { fill: var(--chart-vermilion); }
button.sort { border: 0; background: none; padding: 0; font-weight: inherit; text-align: inherit; }
button.sort::after { content: "\\00a0↕"; color: var(--soft); font-weight: 400; }
[aria-sort="ascending"] button.sort::after { content: "\\00a0↑"; color: var(--ink); }
[aria-sort="descending"] button.sort::after { content: "\\00a0↓"; color: var(--ink); }
@media (max-width: 52rem) {
  .decide { grid-template-columns: minmax(0, 1fr); }
  .what-if { grid-template-columns: minmax(0, 1fr); }
  .what-if .side { display: contents; }
  .what-if .moves { order: 1; margin-top: 0; }
  .explained { order: 2; }
  .what-if .answer { position: sticky; order: -1; top: 0; z-index: 1; padding: 0.5rem 0 0.6rem; border-bottom: 2px solid var(--strong); max-height: 42vh; overflow-y: auto; }
  .field { grid-template-columns: minmax(0, 1fr) auto; padding: 0.35rem 0; }
  .field .inputs { grid-column: 1 / -1; grid-row: 2; }
  .decided { font-size: 1.4rem; margin-bottom: 0.2rem; }
  .bar { grid-template-columns: minmax(0, 5.5rem) minmax(2rem, 1fr) 3.6rem; gap: 0.45rem; }
  .has-ends .bar { grid-template-columns: minmax(0, 5rem) minmax(2rem, 1fr) 3.4rem 7.6rem; font-size: 0.85rem; }
}
@media print {
  .living button:not(.sort):not(.link), .living .search, button.sort::after, .keep, .field input[type="range"], .control input[type="range"] { display: none; }
  .living .part:has(> button) { display: none; }
  .what-if .answer, .what-if .side { position: static; }
  .start, .longer { display: none; }
  .field-list { display: grid; grid-template-columns: repeat(4, minmax(0, 1fr)); gap: 0 1rem; }
  .field { display: block; padding: 0.2rem 0; min-height: 0; }
  .field input, .field select { border: 0; padding: 0; width: auto; text-align: left; appearance: none; }
  .bar .track { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}
`;
