import type { FieldData } from "../../living/livingData.ts";
import { element, newId } from "../element.ts";
import { fieldOf, type Cell, type Field } from "./field.ts";

/** So many columns are shown at a time; of more, those that are searched for. */
const mostShown = 24;

/** Fields for all columns of a row. */
export interface FieldList {
  readonly node: HTMLElement;
  show(cells: Readonly<Record<string, Cell>>): void;
  /** The columns that have to stay as they are. */
  fixed(): readonly string[];
}

/** Fields in the order of the columns' relevance, made when they are first shown. */
export function fieldList(fields: readonly FieldData[], onCell: (name: string, cell: Cell) => void): FieldList {
  const made = new Map<string, Field>();
  let cells: Readonly<Record<string, Cell>> = {};
  const room = element("div", { class: "field-list" });
  const count = element("p", { class: "note", role: "status" });
  const fieldFor = (data: FieldData): Field => {
    const { name } = data;
    const known = made.get(name) ?? fieldOf(data, cells[name] ?? null, (cell) => onCell(name, cell));
    made.set(name, known);
    return known;
  };
  const list = (part: string): void => {
    const found = fields.filter(({ name }) => name.toLowerCase().includes(part.trim().toLowerCase()));
    room.replaceChildren(...found.slice(0, mostShown).map((field) => fieldFor(field).node));
    count.textContent =
      found.length > mostShown
        ? `${mostShown} of ${found.length} columns, the most relevant first. Search for others.`
        : found.length === 0
          ? "No column has this in its name."
          : "";
  };
  const id = newId();
  const search = element("input", { type: "search", id, input: () => list(search.value) });
  list("");
  const bar = element("div", { class: "search" }, element("label", { for: id }, "Find a column"), search);
  return {
    node: element("div", {}, ...(fields.length > mostShown ? [bar] : []), room, count),
    show(row) {
      cells = row;
      for (const [name, field] of made) field.show(row[name] ?? null);
    },
    fixed: () => Array.from(made).flatMap(([name, field]) => (field.isFixed() ? [name] : [])),
  };
}
