import { zipSync } from "fflate";

/** A cell to be written: a text, a number, a boolean, a date, an error such as #N/A, or a formula with the value that was saved. */
export type Written = string | number | boolean | Date | null | { readonly xml: string };

interface Sheet {
  readonly name: string;
  readonly rows: readonly (readonly Written[])[];
  /** Ranges such as A2:A4. */
  readonly merged?: readonly string[];
  readonly isHidden?: boolean;
}

interface Options {
  /** Whether days are counted from 1904. */
  readonly isFrom1904?: boolean;
  /** Whether texts are in a table of their own, as Excel writes them. */
  readonly isShared?: boolean;
  /** Parts to add or replace. */
  readonly parts?: Readonly<Record<string, string>>;
}

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const packageRelations = "http://schemas.openxmlformats.org/package/2006/relationships";

/** The bytes of an Excel file. */
export function workbookBytes(sheets: readonly Sheet[], options: Options = {}): Uint8Array<ArrayBuffer> {
  const encoder = new TextEncoder();
  const parts = Object.entries({ ...workbookParts(sheets, options), ...options.parts });
  return zipSync(Object.fromEntries(parts.map(([path, text]) => [path, encoder.encode(text)])));
}

/** The parts of an Excel file, by their paths. */
export function workbookParts(
  sheets: readonly Sheet[],
  { isFrom1904 = false, isShared = true }: Options = {},
): Record<string, string> {
  const shared: string[] = [];
  const textOf = (text: string): string => {
    if (!isShared) return `t="inlineStr"><is><t>${escaped(text)}</t></is>`;
    if (!shared.includes(text)) shared.push(text);
    return `t="s"><v>${shared.indexOf(text)}</v>`;
  };
  const cell = (value: Written, row: number, column: number): string => {
    if (value === null) return "";
    const place = `r="${letters(column)}${row}"`;
    if (typeof value === "object" && "xml" in value) return value.xml.replace("<c", `<c ${place}`);
    if (value instanceof Date) return `<c ${place} s="1"><v>${serial(value, isFrom1904)}</v></c>`;
    if (typeof value === "boolean") return `<c ${place} t="b"><v>${value ? 1 : 0}</v></c>`;
    if (typeof value === "number") return `<c ${place}><v>${value}</v></c>`;
    if (value.startsWith("#")) return `<c ${place} t="e"><v>${value}</v></c>`;
    return `<c ${place} ${textOf(value)}</c>`;
  };
  const parts: Record<string, string> = {
    "_rels/.rels": `${head}<Relationships xmlns="${packageRelations}"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    "xl/workbook.xml": `${head}<workbook xmlns="${main}" xmlns:r="${relations}"><workbookPr${isFrom1904 ? ' date1904="true"' : ""}/><sheets>${sheets
      .map(
        ({ name, isHidden }, k) =>
          `<sheet name="${escaped(name)}" sheetId="${k + 1}"${isHidden === true ? ' state="hidden"' : ""} r:id="rId${k + 1}"/>`,
      )
      .join("")}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `${head}<Relationships xmlns="${packageRelations}">${sheets
      .map(
        (_, k) =>
          `<Relationship Id="rId${k + 1}" Type="${relations}/worksheet" Target="worksheets/sheet${k + 1}.xml"/>`,
      )
      .join(
        "",
      )}<Relationship Id="rIdS" Type="${relations}/styles" Target="/xl/styles.xml"/><Relationship Id="rIdT" Type="${relations}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
    "xl/styles.xml": `${head}<styleSheet xmlns="${main}"><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="22" applyNumberFormat="1"/></cellXfs></styleSheet>`,
  };
  sheets.forEach(({ rows, merged = [] }, k) => {
    const data = rows.map((row, i) => {
      const cells = row.map((value, j) => cell(value, i + 1, j + 1)).join("");
      return cells === "" ? "" : `<row r="${i + 1}">${cells}</row>`;
    });
    const ranges = merged.map((range) => `<mergeCell ref="${range}"/>`).join("");
    parts[`xl/worksheets/sheet${k + 1}.xml`] =
      `${head}<worksheet xmlns="${main}"><sheetData>${data.join("")}</sheetData>${ranges && `<mergeCells>${ranges}</mergeCells>`}</worksheet>`;
  });
  parts["xl/sharedStrings.xml"] =
    `${head}<sst xmlns="${main}">${shared.map((text) => `<si><t xml:space="preserve">${escaped(text)}</t></si>`).join("")}</sst>`;
  return parts;
}

/** The number by which Excel counts a point of time. */
function serial(date: Date, isFrom1904: boolean): number {
  return date.getTime() / 86_400_000 + (isFrom1904 ? 24_107 : 25_569);
}

function letters(column: number): string {
  const last = (column - 1) % 26;
  const before = (column - 1 - last) / 26;
  return (before > 0 ? letters(before) : "") + String.fromCharCode(65 + last);
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
