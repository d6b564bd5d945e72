import { InputError, selectRows } from "kernelbayes";
import { counterfactuals, neighbours } from "kernelbayes/explain";
import { nameList, wholeNumber } from "../options.ts";
import type { Answer, ExplainSubject } from "./explain.ts";
import { goalOf } from "./explainWords.ts";
import { counterfactualLines, neighbourLines } from "./rowAnswers.ts";

/** Questions about single rows: those of --row, or the only one. */
export async function rowQuestions(subject: ExplainSubject): Promise<Answer[]> {
  const { words } = subject;
  const asked = words.counterfactual ?? words.neighbours;
  if (asked === undefined) return [];
  const rows = rowsAsked(subject, words.counterfactual === undefined ? "neighbours" : "counterfactual");
  const answers: Answer[] = [];
  if (words.counterfactual !== undefined) answers.push(await changes(subject, rows));
  if (words.neighbours !== undefined) answers.push(await nearest(subject, rows, words.neighbours));
  return answers;
}

function rowsAsked({ rows, table }: ExplainSubject, option: string): readonly number[] {
  if (rows) return rows;
  if (table.rows === 1) return [0];
  throw new InputError(
    "no-rows-named",
    `--${option} is about single rows, and the table has ${table.rows}. Name some, such as --row 1.`,
  );
}

async function changes(
  { posterior, table, places, read, words, line, signal }: ExplainSubject,
  rows: readonly number[],
): Promise<Answer> {
  const goal = goalOf(posterior, words.counterfactual!);
  const examples = words.background === undefined ? table : await read(words.background);
  const fixed = words.fixed === undefined ? [] : nameList("fixed", words.fixed);
  const seed = wholeNumber("seed", words.seed, Number.MIN_SAFE_INTEGER);
  const data: object[] = [];
  const lines: string[] = [];
  for (const row of rows) {
    line.begin(`looking for changes of row ${places[row] + 1}`);
    const found = await counterfactuals(posterior, selectRows(table, [row]), {
      ...goal,
      fixed,
      examples,
      seed,
      signal,
      onProgress: line.onProgress,
    });
    line.end();
    if (lines.length > 0) lines.push("");
    lines.push(`Row ${places[row] + 1}, ${found.label}:`, ...counterfactualLines(found, goal));
    data.push({
      row: places[row] + 1,
      label: found.label,
      target: found.target ?? null,
      isReached: found.isReached,
      columns: found.columns,
      found: found.found.map((each) => ({
        size: each.size,
        label: each.label,
        probabilities: Object.fromEntries(found.classes.map((name, c) => [name, each.probabilities[c]])),
        changes: each.changes,
      })),
    });
  }
  return { name: "counterfactuals", data, lines };
}

async function nearest(
  { posterior, table, places, read, words }: ExplainSubject,
  rows: readonly number[],
  text: string,
): Promise<Answer> {
  const count = wholeNumber("neighbours", text, 1);
  const training = words.training === undefined ? undefined : await read(words.training);
  const asked = selectRows(table, rows);
  const found = neighbours(posterior, asked, {
    count,
    training,
    name: training && words.name,
  });
  const { labels } = posterior.predict(asked, { intervals: false });
  const outputs = rows.map((_, at) => {
    const label = words.class ?? labels[at];
    return found.outputs.find((output) => output.class === label) ?? found.outputs[found.outputs.length - 1];
  });
  return {
    name: "neighbours",
    data: rows.map((row, at) => ({
      row: places[row] + 1,
      scale: found.scale,
      outputs: found.outputs.map((output) => ({
        class: output.class,
        against: output.against ?? null,
        neighbours: output.neighbours[at].map((each) => ({ ...each, rows: each.rows.map((place) => place + 1) })),
      })),
    })),
    lines: rows.flatMap((row, at) => [
      ...(at > 0 ? [""] : []),
      `Row ${places[row] + 1}: the training rows that the prediction leans on, in ${found.scale === "log-odds" ? "log odds" : "units of the latent output"}`,
      neighbourLines(outputs[at], at),
    ]),
  };
}
