import type { FieldData } from "../../living/livingData.ts";
import { element, newId } from "../element.ts";
import { fieldOf, type Cell, type Field } from "./field.ts";

/** So many columns are shown at first, and so many more on each click; a few more than that are shown at once. */
const [firstShown, moreShown, spare] = [8, 24, 4];

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
  const isLong = fields.length > firstShown + spare;
  let most = isLong ? firstShown : fields.length;
  const id = newId();
  const search = element("input", { type: "search", id, input: () => list() });
  const longer = (): void => {
    most += moreShown;
    list();
  };
  const more = element("button", { type: "button", click: longer }, "More columns");
  const list = (): void => {
    const part = search.value.trim().toLowerCase();
    const found = fields.filter(({ name }) => name.toLowerCase().includes(part));
    room.replaceChildren(...found.slice(0, most).map((field) => fieldFor(field).node));
    more.hidden = found.length <= most;
    count.textContent =
      found.length > most
        ? `${most} of ${found.length} columns, the most relevant first.`
        : found.length === 0
          ? "No column has this in its name."
          : "";
  };
  list();
  const bar = element("div", { class: "search" }, element("label", { for: id }, "Find a column"), search);
  return {
    node: element("div", {}, ...(isLong ? [bar] : []), room, element("div", { class: "longer" }, count, more)),
    show(row) {
      cells = row;
      for (const [name, field] of made) field.show(row[name] ?? null);
    },
    fixed: () => Array.from(made).flatMap(([name, field]) => (field.isFixed() ? [name] : [])),
  };
}
