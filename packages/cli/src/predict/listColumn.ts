import type { Column } from "kernelbayes";
import type { TextColumn } from "kernelbayes/table";

/** A text column whose texts stand for lists, for formats that know lists. */
export interface ListColumn extends TextColumn {
  /** The list behind each of the levels. */
  readonly lists: readonly (readonly string[])[];
}

/** The sign between the members of a list in a text. */
const divider = "|";

export function isListColumn(column: Column): column is ListColumn {
  return "lists" in column;
}

/**
 * A column of sets of classes, each as its labels with a | between them; a label that holds that sign stands in quotation marks.
 *
 * @example listColumn("set", [Int32Array.of(0, 2)], ["a", "b", "c"]) // a|c
 */
export function listColumn(name: string, sets: readonly Int32Array[], classes: readonly string[]): ListColumn {
  const labels = classes.map((label) => (/[|"]/.test(label) ? JSON.stringify(label) : label));
  const levels: string[] = [];
  const lists: string[][] = [];
  const numbers = new Map<string, number>();
  const codes = Int32Array.from(sets, (set) => {
    const key = set.join();
    const known = numbers.get(key);
    if (known !== undefined) return known;
    numbers.set(key, levels.length);
    lists.push(Array.from(set, (number) => classes[number]));
    return levels.push(Array.from(set, (number) => labels[number]).join(divider)) - 1;
  });
  return { name, type: "text", codes, levels, lists };
}
