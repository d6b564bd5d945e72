import { modelFromDocument } from "kernelbayes/models";
import {
  columnCurve,
  effects,
  fairness,
  heldOutRelevance,
  interactions,
  learningCurve,
  slices,
} from "kernelbayes/explain";
import { driftMonitor } from "kernelbayes/evaluate";
import { choice, nameList, wholeNumber } from "../options.ts";
import { byClass } from "./contributionData.ts";
import type { Answer, ExplainSubject } from "./explain.ts";
import { classNumber } from "./explainWords.ts";
import {
  columnCurveLines,
  effectLines,
  fairnessLines,
  interactionLines,
  learningLines,
  relevanceTable,
  sliceLines,
} from "./modelAnswers.ts";

/** Questions about the model on all rows, in the order of the options. */
export async function modelQuestions(subject: ExplainSubject): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (const question of [seenRows, effectsOf, pairs, relevance, weakSpots, groups, moreRows, moreColumns]) {
    const answer = await question(subject);
    if (answer) answers.push(answer);
  }
  return answers;
}

type Question = (subject: ExplainSubject) => Promise<Answer | undefined>;

/** What labelled rows show of a model that was fitted to them is too good. */
const seenRows: Question = async ({ posterior, table, words }) => {
  const asksLabels = words.relevance === true || words.slices !== undefined || words.fairness !== undefined;
  if (!asksLabels || !posterior.profiles) return undefined;
  const monitor = driftMonitor(posterior, { together: false });
  monitor.add(table);
  if (!monitor.drift().isTraining) return undefined;
  return {
    name: "trainingRows",
    data: true,
    lines: [
      "These are the rows that the model was fitted to: relevance, slices and rates look better on them than they are. Give rows that it has not seen.",
    ],
  };
};

const seedOf = ({ words }: ExplainSubject): number => wholeNumber("seed", words.seed, Number.MIN_SAFE_INTEGER);

const effectsOf: Question = async (subject) => {
  const { posterior, table, places, words, line, signal } = subject;
  if (words.effects === undefined) return undefined;
  const columns = words.effects === "all" ? undefined : nameList("effects", words.effects);
  line.begin("looking at effects");
  const options = { columns, seed: seedOf(subject), signal, onProgress: line.onProgress };
  const found = await effects(posterior, table, words.json ? options : { ...options, points: 9 });
  line.end();
  // Of two classes the second stands for both.
  const number = classNumber(posterior, words.class) ?? (posterior.classes.length === 2 ? 1 : 0);
  return {
    name: "effects",
    data: found.map((effect) => ({
      column: effect.column,
      kind: effect.kind,
      values: effect.texts.map((text, at) => ({
        value: effect.values[at] ?? null,
        text,
        mean: byClass(posterior, effect.mean, at),
        lower: byClass(posterior, effect.lower, at),
        upper: byClass(posterior, effect.upper, at),
      })),
      directions: effect.directions,
      curves: effect.curves.map((curve, k) => ({
        row: places[effect.curveRows[k]] + 1,
        values: effect.texts.map((_, at) => byClass(posterior, curve, at)),
      })),
    })),
    lines: found.map((effect, at) => `${at > 0 ? "\n" : ""}${effectLines(effect, number)}`),
  };
};

const pairs: Question = async (subject) => {
  const { posterior, table, words, line, signal } = subject;
  if (!words.interactions) return undefined;
  line.begin("looking at pairs of columns");
  const found = await interactions(posterior, table, { seed: seedOf(subject), signal, onProgress: line.onProgress });
  line.end();
  return { name: "interactions", data: found, lines: [interactionLines(found)] };
};

const relevance: Question = async (subject) => {
  const { posterior, table, read, words } = subject;
  if (!words.relevance) return undefined;
  const cells = words.background === undefined ? table : await read(words.background);
  const rows = 500;
  const found = heldOutRelevance(posterior, table, cells, { seed: seedOf(subject), rows });
  return { name: "relevance", data: found, lines: [relevanceTable(found, Math.min(rows, table.rows))] };
};

const weakSpots: Question = async (subject) => {
  const { posterior, table, words, line, signal } = subject;
  if (words.slices === undefined) return undefined;
  const by = words.slices === true ? "loss" : choice("slices", words.slices, ["loss", "errors", "beyond"]);
  line.begin("looking for slices");
  const found = await slices(posterior, table, {
    by,
    seed: seedOf(subject),
    signal,
    onProgress: line.onProgress,
  });
  line.end();
  return { name: "slices", data: found, lines: [sliceLines(found)] };
};

const groups: Question = async ({ posterior, table, words }) => {
  if (words.fairness === undefined) return undefined;
  const found = fairness(posterior, table, { column: words.fairness, positive: words.class });
  return { name: "fairness", data: found, lines: [fairnessLines(found)] };
};

const moreRows: Question = async (subject) => {
  const { posterior, table, words, line, signal } = subject;
  if (!words.learningCurve) return undefined;
  line.begin("fitting to parts of the rows");
  const found = await learningCurve(modelFromDocument(posterior.model), table, {
    ...fitOptionsOf(subject),
    signal,
    onProgress: line.onProgress,
  });
  line.end();
  return { name: "learningCurve", data: found, lines: [learningLines(found)] };
};

const moreColumns: Question = async (subject) => {
  const { posterior, table, words, line, signal } = subject;
  if (!words.columnCurve) return undefined;
  line.begin("fitting to parts of the columns");
  const found = await columnCurve(modelFromDocument(posterior.model), table, {
    ...fitOptionsOf(subject),
    signal,
    onProgress: line.onProgress,
  });
  line.end();
  return { name: "columnCurve", data: found, lines: [columnCurveLines(found)] };
};

/** A fit to the columns of the model, read as it read them. */
function fitOptionsOf(subject: ExplainSubject): {
  readonly target: string;
  readonly columns: readonly string[];
  readonly missing: "impute" | "refuse" | "drop";
  readonly unseen: "zeros";
  readonly seed: number;
} {
  const { encoding, target } = subject.posterior;
  return {
    target,
    columns: encoding.columns.map(({ name }) => name),
    missing: encoding.missing,
    unseen: "zeros",
    seed: seedOf(subject),
  };
}
