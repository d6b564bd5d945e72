import { InputError } from "../../errors.ts";
import { option, wording } from "../../wording.ts";
import { damaged } from "../damaged.ts";
import { nearestNames } from "../nearestNames.ts";
import { listed, quote } from "../quote.ts";
import { xmlTags } from "./xmlTags.ts";

/** What a workbook says of its parts. */
export interface Workbook {
  readonly sheets: readonly Sheet[];
  readonly sharedStrings: string | undefined;
  readonly styles: string | undefined;
  /** Whether days are counted from 1904. */
  readonly isFrom1904: boolean;
}

interface Sheet {
  readonly name: string;
  /** Whether the sheet is hidden from the reader of the workbook. */
  readonly isHidden: boolean;
  /** The part with its cells; undefined for a sheet that is a chart. */
  readonly path: string | undefined;
}

/** The parts that say what a workbook holds, as paths in the archive: the workbook, and the places of what it refers to. */
export function workbookPaths(has: (path: string) => boolean, read: (path: string) => string): [string, string] {
  const start = "_rels/.rels";
  const found = has(start) ? relations(read(start), "").find(({ type }) => type === "officeDocument")?.path : undefined;
  const path = found ?? "xl/workbook.xml";
  if (!has(path)) throw notWorkbook(has);
  const [folder, name] = split(path);
  const places = `${folder}_rels/${name}.rels`;
  if (!has(places)) throw damaged("Excel", `${places} is missing`);
  return [path, places];
}

/** Reads the workbook and the places of its parts. */
export function workbook(path: string, text: string, places: string): Workbook {
  const parts = relations(places, split(path)[0]);
  const sheets: Sheet[] = [];
  let isFrom1904 = false;
  for (const { name, kind, attribute } of xmlTags(text)) {
    if (kind === "close") continue;
    if (name === "workbookPr") isFrom1904 = /^(1|true|on)$/.test(attribute("date1904") ?? "");
    if (name !== "sheet") continue;
    const part = parts.find(({ id }) => id === attribute("id"));
    sheets.push({
      name: attribute("name") ?? "",
      isHidden: /hidden/i.test(attribute("state") ?? ""),
      path: part?.type === "worksheet" ? part.path : undefined,
    });
  }
  const pathOf = (wanted: string): string | undefined => parts.find(({ type }) => type === wanted)?.path;
  return { sheets, sharedStrings: pathOf("sharedStrings"), styles: pathOf("styles"), isFrom1904 };
}

/** The path of a sheet by its name or its number, counted from 1; by default of the first that is not hidden. */
export function sheetPath({ sheets }: Workbook, wanted: string | number | undefined): string {
  const names = sheets.map(({ name }) => name);
  const cells = sheets.filter(({ path }) => path !== undefined);
  if (wanted === undefined) {
    const first = cells.find(({ isHidden }) => !isHidden) ?? cells[0];
    if (first === undefined) throw new InputError("empty-table", "The Excel file has no sheet with cells.");
    return first.path!;
  }
  const named = sheets.find(({ name }) => name === wanted);
  const number = /^\d+$/.test(String(wanted)) ? Number(wanted) : Number.NaN;
  const sheet = named ?? sheets[number - 1];
  if (sheet === undefined) {
    const near = typeof wanted === "string" ? nearestNames(wanted, names) : [];
    throw new InputError(
      "unknown-sheet",
      `There is no sheet ${typeof wanted === "string" ? quote(wanted) : String(wanted)} in the Excel file; it has ${listed(names)}.`,
      {},
      wording`Give ${option("sheet", near[0] ?? names[0])}, or a number from 1 to ${names.length}.`,
    );
  }
  if (sheet.path !== undefined) return sheet.path;
  throw new InputError(
    "unknown-sheet",
    `The sheet ${quote(sheet.name)} of the Excel file is a chart, without cells.`,
    {},
    wording`Give ${option("sheet")}, one of ${listed(cells.map(({ name }) => name))}.`,
  );
}

interface Relation {
  readonly id: string | undefined;
  readonly type: string;
  readonly path: string;
}

/** What a part refers to, with paths from the root of the archive. */
function relations(text: string, folder: string): Relation[] {
  const found: Relation[] = [];
  for (const { name, kind, attribute } of xmlTags(text)) {
    const target = attribute("Target");
    if (name !== "Relationship" || kind === "close" || target === undefined) continue;
    const path = target.startsWith("/") ? target.slice(1) : resolved(folder + target);
    found.push({ id: attribute("Id"), type: (attribute("Type") ?? "").replace(/^.*\//, ""), path });
  }
  return found;
}

function resolved(path: string): string {
  const steps: string[] = [];
  for (const step of path.split("/")) {
    if (step === "..") steps.pop();
    else if (step !== "." && step !== "") steps.push(step);
  }
  return steps.join("/");
}

function split(path: string): [folder: string, name: string] {
  const at = path.lastIndexOf("/") + 1;
  return [path.slice(0, at), path.slice(at)];
}

function notWorkbook(has: (path: string) => boolean): InputError {
  const isOpenDocument = has("content.xml") || has("mimetype");
  return new InputError(
    "unknown-format",
    has("xl/workbook.bin")
      ? "This is a binary Excel file (.xlsb), which cannot be read."
      : isOpenDocument
        ? "This is an OpenDocument file (.ods), which cannot be read."
        : "This is a zip archive that holds no Excel workbook.",
    {},
    has("xl/workbook.bin") || isOpenDocument
      ? "Save it as .xlsx or .csv."
      : "Unpack it first, and give the table that is in it.",
  );
}
