import { crc32, deflateRawSync } from "node:zlib";

type Written = string | number | Date | null;

/** An Excel file, with texts in place of shared ones, of the sheets by their names. */
export function workbookOf(sheets: Readonly<Record<string, readonly (readonly Written[])[]>>): Buffer {
  const names = Object.keys(sheets);
  const type = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
  const list = (part: (name: string, number: number) => string): string =>
    names.map((name, k) => part(name, k + 1)).join("");
  return zipOf({
    "xl/workbook.xml": `<workbook><sheets>${list((name, k) => `<sheet name="${name}" sheetId="${k}" r:id="rId${k}"/>`)}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships>${list((_, k) => `<Relationship Id="rId${k}" Type="${type}/worksheet" Target="sheet${k}.xml"/>`)}<Relationship Id="s" Type="${type}/styles" Target="styles.xml"/></Relationships>`,
    "xl/styles.xml": `<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>`,
    ...Object.fromEntries(names.map((name, k) => [`xl/sheet${k + 1}.xml`, sheetOf(sheets[name])])),
  });
}

function sheetOf(rows: readonly (readonly Written[])[]): string {
  const cell = (value: Written, place: string): string => {
    if (value === null) return "";
    if (value instanceof Date) return `<c r="${place}" s="1"><v>${value.getTime() / 86_400_000 + 25_569}</v></c>`;
    if (typeof value === "number") return `<c r="${place}"><v>${value}</v></c>`;
    const text = value.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
    return `<c r="${place}" t="inlineStr"><is><t>${text}</t></is></c>`;
  };
  const written = rows.map(
    (row, i) =>
      `<row r="${i + 1}">${row.map((value, j) => cell(value, `${String.fromCharCode(65 + j)}${i + 1}`)).join("")}</row>`,
  );
  return `<worksheet><sheetData>${written.join("")}</sheetData></worksheet>`;
}

/** A zip archive of texts. */
function zipOf(files: Readonly<Record<string, string>>): Buffer {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [path, text] of Object.entries(files)) {
    const [name, content] = [Buffer.from(path), Buffer.from(text)];
    const packed = deflateRawSync(content);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(crc32(content), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(content.length, 18);
    common.writeUInt16LE(name.length, 22);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    bodies.push(Buffer.from("PK\u0003\u0004"), common, name, packed);
    directory.push(Buffer.from("PK\u0001\u0002\u0014\u0000"), common, rest, name);
    offset += 30 + name.length + packed.length;
  }
  const entries = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write("PK\u0005\u0006", "latin1");
  end.writeUInt16LE(Object.keys(files).length, 8);
  end.writeUInt16LE(Object.keys(files).length, 10);
  end.writeUInt32LE(entries.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...bodies, entries, end]);
}
