import { element } from "../element.ts";
import { compared } from "./compared.ts";

/** Tables with fewer rows are seen at a glance. */
const fewestRows = 6;

/** Gives the headings of the longer tables of the static report buttons that sort them. */
export function makeSortable(): void {
  for (const table of document.querySelectorAll<HTMLTableElement>(
    "section:not(.living):not(#confusion):not(#record) table",
  )) {
    const [body] = table.tBodies;
    const heads = Array.from(table.tHead?.rows[0]?.cells ?? []);
    if (!body || body.rows.length < fewestRows) continue;
    heads.forEach((head, at) => {
      let isFalling = true;
      const sort = (): void => {
        isFalling = !isFalling;
        const rows = Array.from(body.rows).toSorted(
          (a, b) => comparedCells(a.cells[at], b.cells[at]) * (isFalling ? -1 : 1),
        );
        body.append(...rows);
        for (const other of heads) markSorted(other, other === head ? isFalling : undefined);
      };
      const button = element("button", { type: "button", class: "sort", click: sort });
      button.append(...head.childNodes);
      head.append(button);
    });
  }
}

/** Says of a heading whether the table is sorted by it, and falling. */
export function markSorted(head: HTMLElement, isFalling: boolean | undefined): void {
  if (isFalling === undefined) head.removeAttribute("aria-sort");
  else head.setAttribute("aria-sort", isFalling ? "descending" : "ascending");
}

/** Cells by the numbers that they begin with, else as texts. */
function comparedCells(a: HTMLTableCellElement | undefined, b: HTMLTableCellElement | undefined): number {
  const [one, other] = [a?.textContent.trim() ?? "", b?.textContent.trim() ?? ""];
  const [x, y] = [numberOf(one), numberOf(other)];
  return Number.isNaN(x) || Number.isNaN(y) ? compared(one, other) : compared(x, y);
}

/** The number with which a cell begins, as the report writes numbers; NaN where it begins with none. */
function numberOf(text: string): number {
  const plain = text.replaceAll("−", "-").replaceAll(/[\u202f\u00a0\s]/g, "");
  const [found] = /^[<>]?-?\d+(\.\d+)?(e-?\d+)?/.exec(plain) ?? [];
  return found === undefined ? NaN : Number(found.replace(/^[<>]/, ""));
}
