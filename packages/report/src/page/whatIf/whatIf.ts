import type { LivingData } from "../../living/livingData.ts";
import type { Cells } from "../../living/questions.ts";
import { element } from "../element.ts";
import type { Predictor } from "../predictor.ts";
import { changesView } from "./changesView.ts";
import { contributionsView } from "./contributionsView.ts";
import type { Cell } from "./field.ts";
import { fieldList } from "./fieldList.ts";
import { nearView } from "./nearView.ts";
import { predictionView } from "./predictionView.ts";
import { cellsOfRow, rowPicker } from "./rowPicker.ts";

/** Explanations wait until a slider has rested for so many milliseconds. */
const rest = 120;

/** The part of the page that predicts a row while it is changed. */
export interface WhatIf {
  readonly node: HTMLElement;
  /** Shows a row of the table. */
  showRow(place: number): void;
}

/** Fields for the cells of a row, its prediction, and what explains it. */
export function whatIf(data: LivingData, predictor: Predictor): WhatIf {
  const { classes, fields, names, table } = data;
  let cells: Record<string, Cell> = Object.fromEntries(fields.map(({ name, usual }) => [name, usual]));
  const list = fieldList(fields, (name, cell) => {
    cells = { ...cells, [name]: cell };
    picker?.forget();
    refresh();
  });
  const replace = (changed: Readonly<Record<string, Cell>>): void => {
    cells = { ...cells, ...changed };
    list.show(cells);
    refresh();
  };
  const showRow = (place: number): void => {
    picker?.name(place);
    replace(cellsOfRow(table!, place));
  };
  const picker = table && rowPicker(data, showRow);
  const answers = answersOf(data, predictor, { showRow, replace, fixed: list.fixed });
  const refresh = (): void => answers.refresh(cells);
  const usual = element(
    "button",
    {
      type: "button",
      click: () => {
        picker?.forget();
        replace(Object.fromEntries(fields.map(({ name, usual: cell }) => [name, cell])));
      },
    },
    "Usual row",
  );
  list.show(cells);
  refresh();
  const start = element("div", { class: "start" }, ...(picker ? [picker.node] : []), usual);
  const node = element(
    "div",
    { class: "what-if" },
    element("div", { class: "fields" }, start, list.node),
    element("div", { class: "side" }, answers.prediction, ...answers.moves),
    answers.rest,
  );
  node.dataset["classes"] = String(classes.length);
  node.dataset["rows"] = String(names.length);
  return { node, showRow };
}

interface Actions {
  showRow(place: number): void;
  replace(cells: Readonly<Record<string, Cell>>): void;
  fixed(): readonly string[];
}

/** The prediction, and below it what explains it. */
function answersOf(
  { classes, names, table }: LivingData,
  predictor: Predictor,
  { showRow, replace, fixed }: Actions,
): {
  readonly prediction: HTMLElement;
  readonly moves: readonly HTMLElement[];
  readonly rest: HTMLElement;
  refresh(cells: Cells): void;
} {
  const [prediction, contributions] = [predictionView(classes), contributionsView()];
  const [near, changes] = [nearView(names, showRow), changesView(replace)];
  const problem = element("p", { class: "note", role: "status" });
  const fail = (error: unknown): void => {
    problem.textContent = error instanceof Error ? error.message : String(error);
  };
  let cells: Cells = {};
  let timer = 0;
  const isBusy = (busy: boolean): void => {
    for (const { node } of [contributions, near]) node.setAttribute("aria-busy", String(busy));
  };
  const explain = async (): Promise<void> => {
    const [{ label } = { label: "" }, found, rows] = await Promise.all([
      predictor.ask("predict", { cells }),
      predictor.ask("explain", { cells }),
      predictor.ask("neighbours", { cells }),
    ]);
    if (found) contributions.show({ found, label });
    if (rows) near.show(rows);
    if (found && rows) isBusy(false);
  };
  const change = async (): Promise<void> => {
    changes.node.replaceChildren(element("p", { class: "note" }, "Searching …"));
    predictor.stopSearch();
    const found = await predictor.ask("change", { cells, fixed: fixed(), target: undefined });
    if (found) changes.show(found);
  };
  const predict = async (): Promise<void> => {
    const found = await predictor.ask("predict", { cells });
    if (!found) return;
    problem.textContent = "";
    prediction.show(found);
  };
  const button = element(
    "button",
    { type: "button", click: () => void change().catch(fail) },
    "What would change the decision?",
  );
  return {
    prediction: element("div", { class: "answer" }, prediction.node, problem),
    moves: table ? [part("What moves the prediction", "part moves", contributions.node)] : [],
    rest: element(
      "div",
      { class: "explained" },
      ...(table ? [part(near.title, "part", near.node)] : []),
      part("Smallest changes", "part", button, keepNote(), changes.node),
    ),
    refresh(row) {
      cells = row;
      predictor.stopSearch();
      changes.node.replaceChildren();
      void predict().catch(fail);
      clearTimeout(timer);
      isBusy(true);
      if (table) timer = window.setTimeout(() => void explain().catch(fail), rest);
    },
  };
}

function keepNote(): HTMLElement {
  return element("p", { class: "note" }, "Columns that are marked “keep” stay as they are.");
}

function part(title: string | Node, className: string, ...nodes: readonly Node[]): HTMLElement {
  return element("div", { class: className }, element("h3", {}, title), ...nodes);
}
