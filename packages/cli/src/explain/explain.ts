import { asText, columnNamed, selectRows, type Posterior, type Table } from "kernelbayes";
import { shapleyValues } from "kernelbayes/explain";
import { writeTable } from "kernelbayes/node";
import { readInputTable } from "../input/readInputTable.ts";
import { tableOptions } from "../input/tableOptions.ts";
import { print, printJson, remark } from "../output/standardOutput.ts";
import { refuseInputs } from "../output/refuseInputs.ts";
import { prepareFile } from "../output/writeWhole.ts";
import { columnTypes } from "../predict/columnTypes.ts";
import { outputFormat, writerOf } from "../predict/outputFormat.ts";
import { readModel } from "../predict/readModel.ts";
import { interruptible } from "../progress/interruption.ts";
import { progressLine, type ProgressLine } from "../progress/progressLine.ts";
import { contributionData } from "./contributionData.ts";
import { contributionLines, importanceLines, methodSentence, outputOf, rowTitle } from "./contributionLines.ts";
import { contributionTable } from "./contributionTable.ts";
import { asksMore, classNumber, rowNumbers, shapleyOptions, type ExplainWords } from "./explainWords.ts";
import { modelQuestions } from "./modelQuestions.ts";
import { rowQuestions } from "./rowQuestions.ts";

/** Rows whose contributions are listed where none are named. */
const firstRows = 3;

/** What all questions are asked about. */
export interface ExplainSubject {
  readonly posterior: Posterior;
  readonly table: Table;
  /** How its tables are read, and the table in a file, read in this way. */
  readonly read: (path: string) => Promise<Table>;
  readonly words: ExplainWords;
  /** The rows of --row, from 0. */
  readonly rows: readonly number[] | undefined;
  readonly line: ProgressLine;
  readonly signal: AbortSignal;
}

/** An answer: its lines for a terminal, and its data under a name. */
export interface Answer {
  readonly name: string;
  readonly data: unknown;
  readonly lines: readonly string[];
}

/** Explains the predictions of a model on a table. */
export async function explain(model: string, path: string, words: ExplainWords): Promise<void> {
  const { json, quiet, out } = words;
  shapleyOptions(words);
  const reading = tableOptions(words);
  const inputs = [model, path, words.background, words.training].filter((file) => file !== undefined);
  await refuseInputs(out, inputs);
  const posterior = await readModel(model, quiet ? () => undefined : remark);
  classNumber(posterior, words.class);
  const types = columnTypes(posterior, reading);
  const read = (file: string): Promise<Table> => readInputTable(file, { ...reading, types });
  const table = await read(path);
  const rows = rowNumbers(words, table.rows);
  if (out !== undefined) await prepareFile(out, inputs);
  const line = progressLine({ isSilent: quiet === true || json === true });
  const answers = await interruptible(
    async (signal) => {
      const subject = { posterior, table, read, words, rows, line, signal };
      try {
        return await answersTo(subject);
      } finally {
        line.end();
      }
    },
    () => (out === undefined ? "Nothing was explained." : `${out} was not written.`),
  );
  if (json) {
    const data = answers.map((answer) => [answer.name, answer.data]);
    const { contributions, ...others } = Object.fromEntries(data) as Record<string, object>;
    printJson({ model: posterior.model.name, file: model, table: path, ...contributions, ...others });
    return;
  }
  if (!quiet) print(`${model} (${posterior.model.name}, target ${posterior.target}) on ${table.rows} rows.\n`);
  print(answers.map(({ lines }) => lines.join("\n")).join("\n\n"));
}

async function answersTo(subject: ExplainSubject): Promise<Answer[]> {
  const { words, rows } = subject;
  const wantsContributions = rows !== undefined || words.out !== undefined || !asksMore(words);
  return [
    ...(wantsContributions ? await contributions(subject) : []),
    ...(await rowQuestions(subject)),
    ...(await modelQuestions(subject)),
  ];
}

/** The contributions of the rows that are named, or of all with the first ones listed. */
async function contributions({ posterior, table, read, words, rows, line, signal }: ExplainSubject): Promise<Answer[]> {
  const background = words.background === undefined ? undefined : await read(words.background);
  // Rows that are explained alone are compared with the others of their table, unless that has too few itself.
  const usual = background ?? (rows && table.rows >= 10 ? table : undefined);
  const wanted = words.out === undefined && rows ? rows : Array.from({ length: table.rows }, (_, at) => at);
  const explained = selectRows(table, wanted);
  line.begin("explaining rows");
  const values = await shapleyValues(posterior, explained, {
    ...shapleyOptions(words),
    background: usual,
    signal,
    onProgress: line.onProgress,
  });
  line.end();
  const { labels, probabilities } = posterior.predict(explained, { intervals: false });
  const names = words.name === undefined ? undefined : asText(columnNamed(explained, words.name));
  if (words.out !== undefined)
    await writeContributions(words.out, contributionTable(values, posterior, explained, words.name), signal);
  const listed = rows === undefined ? wanted.slice(0, firstRows) : rows;
  const lines = listed.flatMap((row) => {
    const at = wanted.indexOf(row);
    const label = words.class ?? labels[at];
    const output = outputOf(values, label);
    const probability = probabilities.data[at * posterior.classes.length + posterior.classes.indexOf(labels[at])];
    const title = `Row ${row + 1}${names ? ` (${names[at] ?? "no name"})` : ""}`;
    return [
      "",
      rowTitle(title, { label: labels[at], probability, output, scale: values.scale }),
      ...contributionLines(values, output, at, explained),
    ];
  });
  const missing = words.deviations && values.outputs.every(({ deviations }) => deviations === undefined);
  if (missing && !words.quiet) remark("The model has no posterior deviation of these values.");
  const table_ = rows === undefined ? ["", importanceLines(values)] : [];
  return [
    {
      name: "contributions",
      data: contributionData(values, wanted, { labels, names }),
      lines: [
        methodSentence(values),
        ...(words.out === undefined ? [] : [`Contributions of ${wanted.length} rows were written to ${words.out}.`]),
        ...table_,
        ...(words.out !== undefined && rows === undefined ? [] : lines),
      ],
    },
  ];
}

async function writeContributions(out: string, table: Table, signal: AbortSignal): Promise<void> {
  const format = outputFormat({ out, as: undefined, isTerminal: false });
  async function* once(): AsyncGenerator<Table> {
    yield table;
  }
  await writeTable(out, once(), { writer: () => writerOf(format), signal });
}
