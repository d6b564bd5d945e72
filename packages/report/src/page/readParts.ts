import type { Column, Table } from "kernelbayes";
import type { LivingData, TableData } from "../living/livingData.ts";

/** The bytes of a part of the report, unpacked; undefined where the report lacks it. */
export async function readPart(name: string): Promise<Uint8Array | undefined> {
  const text = document.getElementById(`living-${name}`)?.textContent;
  if (text === undefined) return undefined;
  const bytes = Uint8Array.from(atob(text.trim()), (character) => character.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

export async function readData(): Promise<LivingData> {
  const bytes = await readPart("data");
  if (!bytes) throw new Error("The report holds no data.");
  return JSON.parse(new TextDecoder().decode(bytes)) as LivingData;
}

/** The table of the report, as the library has it. */
export function tableOf(columns: readonly TableData[], rows: number): Table {
  return {
    rows,
    columns: columns.map((column): Column => {
      if (column.type !== "number") return { ...column, codes: Int32Array.from(column.codes) };
      const { name, type, values, texts } = column;
      return {
        name,
        type,
        values: Float64Array.from(values, (value) => value ?? NaN),
        ...(texts && { texts: texts.map((text) => text ?? undefined) }),
      };
    }),
  };
}
