import type { FieldData } from "../../living/livingData.ts";
import { element, newId } from "../element.ts";
import { typedNumber } from "../format.ts";

/** A cell as a form has it; null is a missing one. */
export type Cell = string | number | null;

/** The controls of one column. */
export interface Field {
  readonly node: HTMLElement;
  /** Shows another cell, and tells nobody. */
  show(cell: Cell): void;
  /** Whether the column has to stay as it is where changes are looked for. */
  isFixed(): boolean;
}

/** So many steps lead a slider from the least to the largest training value. */
const steps = 200;

/** The controls of a column: a slider and a number, a list of levels, or a date. */
export function fieldOf(field: FieldData, cell: Cell, onCell: (cell: Cell) => void): Field {
  const id = newId();
  const fixed = element("input", { type: "checkbox", "aria-label": `Keep ${field.name} in the search for changes` });
  const { nodes, show } = field.kind === "number" ? numberInputs(field, id, onCell) : otherInput(field, id, onCell);
  show(cell);
  const node = element(
    "div",
    { class: "field" },
    element("label", { for: id }, field.name),
    element("div", { class: "inputs" }, ...nodes),
    element("label", { class: "keep" }, fixed, element("span", {}, "keep")),
  );
  return { node, show, isFixed: () => fixed.checked };
}

interface Inputs {
  readonly nodes: readonly HTMLElement[];
  show(cell: Cell): void;
}

function numberInputs({ name, low, high, isWhole }: FieldData, id: string, onCell: (cell: Cell) => void): Inputs {
  const number = element("input", { type: "number", id, step: isWhole ? "1" : "any", placeholder: "missing" });
  const hasRange = low !== null && high !== null && low < high;
  const slider = element("input", {
    type: "range",
    min: low ?? 0,
    max: high ?? 1,
    step: isWhole ? "1" : hasRange ? (high - low) / steps : "any",
    "aria-label": `${name}, slider`,
  });
  slider.addEventListener("input", () => {
    number.value = typedNumber(slider.valueAsNumber);
    onCell(number.valueAsNumber);
  });
  number.addEventListener("input", () => {
    const value = number.valueAsNumber;
    if (!Number.isNaN(value)) slider.value = String(value);
    onCell(Number.isNaN(value) ? null : value);
  });
  return {
    nodes: hasRange ? [slider, number] : [number],
    show(cell) {
      number.value = cell === null ? "" : typedNumber(Number(cell));
      if (cell !== null) slider.value = String(cell);
    },
  };
}

function otherInput({ kind, levels }: FieldData, id: string, onCell: (cell: Cell) => void): Inputs {
  if (kind === "date") {
    const date = element("input", { type: "date", id });
    date.addEventListener("input", () => onCell(date.value === "" ? null : date.value));
    return { nodes: [date], show: (cell) => (date.value = cell === null ? "" : String(cell).slice(0, 10)) };
  }
  const list = element(
    "select",
    { id },
    ...levels.map((level, at) => element("option", { value: at }, level)),
    element("option", { value: -1 }, "(missing)"),
  );
  list.addEventListener("change", () => onCell(levels[Number(list.value)] ?? null));
  return { nodes: [list], show: (cell) => (list.value = String(cell === null ? -1 : levels.indexOf(String(cell)))) };
}
