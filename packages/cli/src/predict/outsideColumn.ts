import type { Prediction } from "kernelbayes";
import type { TextColumn } from "kernelbayes/table";

/** The column `outside`: the names of the columns in which a row is unlike the training rows, with a | between them; a missing cell where there is none. */
export function outsideColumn({ columns }: Prediction["outside"]): TextColumn {
  const numbers = new Map<string, number>();
  const codes = Int32Array.from(columns, (names) => {
    if (names.length === 0) return -1;
    const text = names.map((name) => (/[|"]/.test(name) ? JSON.stringify(name) : name)).join("|");
    const number = numbers.get(text) ?? numbers.size;
    numbers.set(text, number);
    return number;
  });
  return { name: "outside", type: "text", codes, levels: [...numbers.keys()] };
}

/** The names in a cell of that column. */
export function namesOutside(text: string): string[] {
  return Array.from(text.matchAll(/"(?:[^"\\]|\\.)*"|[^|]+/g), ([name]) =>
    name.startsWith('"') ? (JSON.parse(name) as string) : name,
  );
}
