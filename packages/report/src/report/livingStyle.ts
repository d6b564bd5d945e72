/** The style of what the script of a living report adds. */
export const livingStyle: string = `
[hidden] { display: none !important; }
button, input, select { font: inherit; color: inherit; background: var(--paper); border: 1px solid var(--edge); border-radius: 0.35rem; padding: 0.25rem 0.55rem; max-width: 100%; }
button { cursor: pointer; background: var(--panel); }
button.link { border: 0; background: none; padding: 0; color: var(--link); text-decoration: underline; }
input[type="range"] { accent-color: var(--chart-blue); padding: 0; flex: 1 1 6rem; min-width: 0; }
input[type="number"] { width: 7rem; flex: 0 1 auto; }
.note { color: var(--soft); font-size: 0.9rem; margin: 0.3rem 0; }
.what-if { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); grid-template-rows: auto 1fr; gap: 0.8rem 2rem; align-items: start; }
.what-if .fields { grid-row: 1 / span 2; }
.start, .search { display: flex; flex-wrap: wrap; gap: 0.5rem; align-items: center; margin-bottom: 0.6rem; }
.start .search { margin: 0; flex: 1 1 14rem; }
.search input { flex: 1 1 8rem; min-width: 0; }
.field { display: grid; grid-template-columns: minmax(0, 9rem) minmax(0, 1fr) auto; gap: 0.2rem 0.7rem; align-items: center; padding: 0.2rem 0; border-bottom: 1px solid var(--line); }
.field > label:first-child { overflow-wrap: anywhere; }
.field .inputs { display: flex; gap: 0.5rem; align-items: center; min-width: 0; }
.field .inputs select { width: 100%; }
.keep { color: var(--soft); font-size: 0.85rem; display: flex; gap: 0.2rem; align-items: center; }
.answer { background: var(--paper); }
.decided { display: block; font-size: 1.5rem; font-weight: 600; overflow-wrap: anywhere; margin-bottom: 0.3rem; }
.bar { display: grid; grid-template-columns: minmax(0, 8rem) minmax(4rem, 1fr) minmax(0, 9.5rem); gap: 0.6rem; align-items: center; padding: 0.12rem 0; font-variant-numeric: tabular-nums; }
.bar .name { overflow-wrap: anywhere; }
.bar.is-decided .name { font-weight: 600; }
.bar small { color: var(--soft); display: inline-block; }
.track { position: relative; display: block; height: 1.1rem; background: var(--panel); border: 1px solid var(--line); border-radius: 0.2rem; overflow: hidden; }
.fill, .interval { position: absolute; top: 0; bottom: 0; }
.fill { background: var(--chart-sky); }
.is-decided .fill, .fill.plus { background: var(--chart-blue); }
.fill.minus { background: var(--chart-vermilion); }
.interval { top: 35%; bottom: 35%; background: var(--ink); border-radius: 0.1rem; min-width: 2px; }
.signed .track::after { content: ""; position: absolute; left: 50%; top: 0; bottom: 0; border-left: 1px solid var(--soft); }
.part { margin-top: 1rem; }
.part h3 { margin-top: 0; }
.near { padding-left: 1.4rem; }
.decide { display: grid; grid-template-columns: minmax(0, 20rem) minmax(0, 1fr); gap: 0.8rem 2rem; align-items: start; }
.control { display: flex; flex-wrap: wrap; gap: 0.3rem 0.6rem; align-items: center; margin-bottom: 0.8rem; }
.control label { flex: 1 0 100%; }
.control input[type="number"] { width: 5.5rem; }
.outcome .key { margin-top: 0; }
.outcome .key dd { font-size: 1.3rem; }
.cost-chart { max-width: 26rem; }
.cost-chart text { fill: var(--chart-ink); font-size: 12px; }
.cost-chart .axis { fill: none; stroke: var(--chart-gray); }
.cost-chart .curve { fill: none; stroke: var(--chart-blue); stroke-width: 2; }
.cost-chart .mark { fill: var(--chart-vermilion); }
button.sort { border: 0; background: none; padding: 0; font-weight: inherit; text-align: inherit; }
button.sort::after { content: " ↕"; color: var(--soft); }
[aria-sort="ascending"] button.sort::after { content: " ↑"; }
[aria-sort="descending"] button.sort::after { content: " ↓"; }
@media (max-width: 50rem) {
  .decide { grid-template-columns: minmax(0, 1fr); }
  .what-if { grid-template-columns: minmax(0, 1fr); grid-template-rows: none; }
  .what-if .fields { grid-row: auto; }
  .what-if .answer { grid-row: 1; position: sticky; top: 0; z-index: 1; padding: 0.4rem 0; border-bottom: 2px solid var(--line); max-height: 45vh; overflow-y: auto; }
  .field { grid-template-columns: minmax(0, 1fr) auto; }
  .field .inputs { grid-column: 1 / -1; grid-row: 2; }
  .bar { grid-template-columns: minmax(0, 6rem) minmax(3rem, 1fr) minmax(0, 8.5rem); gap: 0.4rem; }
}
@media print {
  .living button:not(.sort):not(.link), .living .search, button.sort::after, .keep, .field input[type="range"] { display: none; }
  .fill, .interval, .track { print-color-adjust: exact; }
  .what-if .answer { position: static; }
}
`;
