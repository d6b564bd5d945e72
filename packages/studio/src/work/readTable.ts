import { InputError, type Table } from "kernelbayes";
import { formatOfContent, formatOfName, parseTable, type TableFormat } from "kernelbayes/table";
import { parseExcel } from "kernelbayes/excel";
import { text } from "../text.ts";

/** A table from the bytes of a file of any format that the library reads, compressed by gzip or not. */
export async function readTable(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<Table> {
  const plain = bytes[0] === 0x1f && bytes[1] === 0x8b ? await unpacked(bytes) : bytes;
  if (plain.length === 0) throw new InputError("empty-table", text.problems.empty(name));
  const format = formatOfContent(plain) ?? formatIn(name, plain);
  if (format === "xlsx") return parseExcel(plain);
  return parseTable(plain, format);
}

/** A table that was pasted: cells between tabs, as spreadsheets copy them, or any text format. */
export function readPasted(pasted: string): Table {
  if (pasted.trim() === "") throw new InputError("empty-table", text.problems.nothingPasted);
  return parseTable(pasted, formatOfText(pasted));
}

function formatIn(name: string, bytes: Uint8Array): TableFormat {
  try {
    return formatOfName(name);
  } catch (error) {
    // Bytes with a zero are no text, whatever the name says, save for UTF-16, which begins with a mark.
    const head = bytes.subarray(0, 4096);
    const isMarked = (head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff);
    if ((head.includes(0) && !isMarked) || /\.(xls|xlsb|ods|numbers)$/i.test(name)) throw error;
    return formatOfText(new TextDecoder().decode(head));
  }
}

function formatOfText(content: string): TableFormat {
  const start = content.trimStart();
  if (start.startsWith("[")) return "json";
  if (start.startsWith("{")) return "ndjson";
  if (/^@relation/i.test(start)) return "arff";
  return content.slice(0, 2000).includes("\t") ? "tsv" : "csv";
}

/** So many bytes may come out of a compressed file. */
const mostUnpacked = 2 ** 28;

async function unpacked(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip")).getReader();
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      pieces.push(value);
      size += value.length;
      if (size > mostUnpacked) throw new InputError("table-limit", text.problems.large(size));
    }
  } catch (error) {
    if (error instanceof InputError) throw error;
    throw new InputError("damaged-file", text.problems.damagedGzip);
  }
  return new Uint8Array(await new Blob(pieces).arrayBuffer());
}
