import type { LivingData, TableData } from "../../living/livingData.ts";
import { element, newId } from "../element.ts";
import type { Cell } from "./field.ts";

/** A field in which a row of the table is chosen by its name. */
export interface RowPicker {
  readonly node: HTMLElement;
  /** Shows the name of a row that was chosen elsewhere. */
  name(place: number): void;
  /** The row on show is none of the table any more. */
  forget(): void;
}

/** Of more rows names are not suggested while one types. */
const mostSuggested = 2000;

export function rowPicker({ names, labels, classes }: LivingData, onRow: (place: number) => void): RowPicker {
  const [id, list] = [newId(), newId()];
  const places = new Map(names.map((name, place) => [name, place]));
  const truth = element("span", { class: "note" });
  const label = (place: number): void => {
    truth.textContent = labels[place] < 0 ? "" : `labeled ${classes[labels[place]]}`;
  };
  const input = element("input", { id, list, autocomplete: "off", placeholder: "name of a row" });
  input.addEventListener("change", () => {
    const place = places.get(input.value);
    if (place !== undefined) onRow(place);
  });
  const suggestions = names.length > mostSuggested ? [] : names.map((name) => element("option", { value: name }));
  return {
    node: element(
      "div",
      { class: "search" },
      element("label", { for: id }, "Start from"),
      input,
      element("datalist", { id: list }, ...suggestions),
      truth,
    ),
    name(place) {
      input.value = names[place];
      label(place);
    },
    forget() {
      input.value = "";
      truth.textContent = "";
    },
  };
}

/** The cells of a row of the table, by column. */
export function cellsOfRow(table: readonly TableData[], place: number): Readonly<Record<string, Cell>> {
  return Object.fromEntries(
    table.map((column) => [
      column.name,
      (column.type === "number"
        ? (column.texts?.[place] ?? column.values[place])
        : column.levels[column.codes[place]]) ?? null,
    ]),
  );
}
