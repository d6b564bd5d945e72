import { tableData, type LivingData, type TableData } from "../living/livingData.ts";
import { decide } from "./decide/decide.ts";
import { byId, element } from "./element.ts";
import { startPredictor, type Predictor } from "./predictor.ts";
import { readData, readPart, tableOf } from "./readParts.ts";
import { rowTable } from "./rows/rowTable.ts";
import { makeSortable } from "./rows/sortable.ts";
import { whatIf, type WhatIf } from "./whatIf/whatIf.ts";

// The script of a living report. Without it the page is the static report that it also holds.

/** Shows what the page can do beyond the static report. */
async function begin(): Promise<void> {
  const stored = await readData();
  const { predictor, table = stored.table } = stored.hasModel ? await readPredictor(stored) : {};
  const data: LivingData = { ...stored, table };
  const tried = predictor && whatIf(data, predictor);
  if (tried) show("what-if", tried);
  const { heldOut } = data;
  if (heldOut) {
    const tryRow =
      tried &&
      data.table &&
      ((place: number): void => {
        tried.showRow(place);
        byId("what-if").scrollIntoView();
      });
    show("decide", decide(data, heldOut));
    show("rows", rowTable(data, heldOut, tryRow));
  }
  makeSortable();
  unfoldForPrint();
}

/** Paper shows what is folded. The style sheet does that where a browser knows how; this is for the others. */
function unfoldForPrint(): void {
  let opened: HTMLDetailsElement[] = [];
  addEventListener("beforeprint", () => {
    opened = [...document.querySelectorAll<HTMLDetailsElement>(".fold:not([open])")];
    for (const fold of opened) fold.open = true;
  });
  addEventListener("afterprint", () => {
    for (const fold of opened) fold.open = false;
  });
}

/** The model in workers, and the training rows that it holds where the page has none. */
async function readPredictor({
  table,
  names,
  fields,
  heldPlaces,
}: LivingData): Promise<{ readonly predictor: Predictor; readonly table: readonly TableData[] | undefined }> {
  const [script, model] = await Promise.all([readPart("predictor"), readPart("model")]);
  if (!script || !model) throw new Error("The report lacks its model.");
  const start = { model, table: table && tableOf(table, names.length), heldPlaces };
  const { predictor, started } = startPredictor(script as Uint8Array<ArrayBuffer>, start);
  const held = (await started).table;
  const columns = fields.map(({ name }) => name);
  return { predictor, table: table ?? (held && tableData(held, columns)) };
}

function show(id: string, { node }: Pick<WhatIf, "node">): void {
  byId(`${id}-tool`).replaceChildren(node);
  reveal(id);
}

/** Sections that need the script, and their links, are hidden without it. */
function reveal(id: string): void {
  byId(id).hidden = false;
  for (const link of document.querySelectorAll<HTMLElement>(`[data-for~="${id}"]`)) link.hidden = false;
}

begin().catch((error: unknown) => {
  const problem = error instanceof Error ? error.message : String(error);
  byId("living-problem").replaceChildren(element("p", {}, `This browser shows the static report only: ${problem}`));
});
