import type { HeldOutData, LivingData } from "../../living/livingData.ts";
import { element, newId } from "../element.ts";
import { percentText } from "../format.ts";
import { compared } from "./compared.ts";
import { markSorted } from "./sortable.ts";

/** So many rows are listed before one asks for more. */
const pageLength = 20;

interface HeldOutRow {
  readonly name: string;
  readonly place: number | undefined;
  readonly label: string;
  readonly decided: string;
  /** Of the label that the row has, and of the one that it was given. */
  readonly own: number;
  readonly top: number;
}

interface Column {
  readonly title: string;
  readonly isNumber?: boolean;
  key(row: HeldOutRow): string | number;
}

const columns: readonly Column[] = [
  { title: "Row", key: ({ name }) => name },
  { title: "Label", key: ({ label }) => label },
  { title: "Predicted", key: ({ decided }) => decided },
  { title: "Probability of its label", isNumber: true, key: ({ own }) => own },
  { title: "Probability of the prediction", isNumber: true, key: ({ top }) => top },
];

const filters: Readonly<Record<string, (row: HeldOutRow) => boolean>> = {
  errors: ({ label, decided }) => label !== decided,
  "doubtful rows (below 70 %)": ({ top }) => top < 0.7,
  "all rows": () => true,
};

/** What is listed, and how. */
interface Listing {
  readonly sorted: Column;
  readonly isFalling: boolean;
  readonly shown: number;
}

/** A table of the rows that were predicted without having been seen: to sort, to search, and to try. */
export function rowTable(
  { classes }: LivingData,
  heldOut: HeldOutData,
  onRow: ((place: number) => void) | undefined,
): { readonly node: HTMLElement } {
  const rows = rowsOf(classes, heldOut);
  let listing: Listing = { sorted: columns[3], isFalling: false, shown: pageLength };
  const change = (part: Partial<Listing>): void => {
    listing = { ...listing, ...part };
    list();
  };
  const chosen = rowChooser(rows.some(filters["errors"]), () => change({ shown: pageLength }));
  const count = element("p", { class: "note", role: "status" });
  const body = element("tbody");
  const heads = columns.map((column) =>
    sortHead(column, () => change({ sorted: column, isFalling: listing.sorted === column && !listing.isFalling })),
  );
  const longer = (): void => change({ shown: listing.shown + 5 * pageLength });
  const more = element("button", { type: "button", click: longer }, "Show more");
  const list = (): void => {
    const { sorted, isFalling, shown } = listing;
    const found = rows
      .filter(chosen.accepts)
      .toSorted((a, b) => compared(sorted.key(a), sorted.key(b)) * (isFalling ? -1 : 1));
    body.replaceChildren(...found.slice(0, shown).map((row) => tableRow(row, onRow)));
    columns.forEach((column, at) => markSorted(heads[at], column === sorted ? isFalling : undefined));
    count.textContent = `${Math.min(shown, found.length)} of ${found.length} rows shown, ${rows.length} in all.`;
    more.hidden = found.length <= shown;
  };
  list();
  const caption = element("caption", {}, "Held-out rows");
  const table = element("table", {}, caption, element("thead", {}, element("tr", {}, ...heads)), body);
  const scroll = element("div", { class: "scroll", role: "region", "aria-label": "Held-out rows", tabindex: 0 }, table);
  return { node: element("div", {}, chosen.node, scroll, count, more) };
}

/** The fields that say which rows are listed. */
function rowChooser(
  hasErrors: boolean,
  onChange: () => void,
): { readonly node: HTMLElement; accepts(row: HeldOutRow): boolean } {
  const [filterId, searchId] = [newId(), newId()];
  const options = Object.keys(filters).map((name) => element("option", {}, name));
  const filter = element("select", { id: filterId, change: onChange }, ...options);
  const search = element("input", { type: "search", id: searchId, input: onChange });
  if (!hasErrors) filter.value = "all rows";
  return {
    node: element(
      "div",
      { class: "search" },
      element("label", { for: filterId }, "Show"),
      filter,
      element("label", { for: searchId }, "Search"),
      search,
    ),
    accepts(row) {
      const words = search.value.trim().toLowerCase();
      const { name, label, decided } = row;
      return filters[filter.value](row) && [name, label, decided].some((text) => text.toLowerCase().includes(words));
    },
  };
}

function sortHead({ title, isNumber }: Column, onClick: () => void): HTMLElement {
  const button = element("button", { type: "button", class: "sort", click: onClick }, title);
  return element("th", { scope: "col", class: isNumber ? "number" : undefined }, button);
}

function rowsOf(classes: readonly string[], { names, places, truth, probabilities }: HeldOutData): HeldOutRow[] {
  const C = classes.length;
  return truth.map((own, row) => {
    const p = probabilities.slice(row * C, (row + 1) * C);
    const decided = p.indexOf(Math.max(...p));
    return {
      name: names[row],
      place: places?.[row],
      label: classes[own],
      decided: classes[decided],
      own: p[own],
      top: p[decided],
    };
  });
}

function tableRow(
  { name, place, label, decided, own, top }: HeldOutRow,
  onRow: ((place: number) => void) | undefined,
): HTMLElement {
  const title =
    onRow && place !== undefined
      ? element("button", { type: "button", class: "link", click: () => onRow(place) }, name)
      : name;
  return element(
    "tr",
    {},
    element("th", { scope: "row" }, title),
    element("td", {}, label),
    element("td", {}, decided),
    element("td", { class: "number" }, percentText(own)),
    element("td", { class: "number" }, percentText(top)),
  );
}
