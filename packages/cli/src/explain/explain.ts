import { selectRows, type Posterior, type Table } from "kernelbayes";
import { progress } from "kernelbayes/progress";
import { asText, columnNamed } from "kernelbayes/table";
import type { TableChunks } from "kernelbayes/chunks";
import { shapleyValues, type ShapleyValues } from "kernelbayes/explain";
import { tableChunks, writeTable } from "kernelbayes/node";
import { wholeNumber } from "../options.ts";
import { readInputTable } from "../input/readInputTable.ts";
import { sampledTable, type SampledTable } from "../input/sampledTable.ts";
import { tableOptions } from "../input/tableOptions.ts";
import { whyInChunks } from "../input/whyInChunks.ts";
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
/** Of a table that is read in chunks: rows of the random sample, those of it that are explained, and rows that are explained at a time for a file. */
const [sampleRows, mostExplained, rowsOfChunk] = [16_000, 500, 1000];

/** What all questions are asked about. */
export interface ExplainSubject {
  readonly posterior: Posterior;
  /** The rows to look at: all, or, of a table that is read in chunks, those of --row and a random sample. */
  readonly table: Table;
  /** The number of each of them in the whole table, from 0, and how many that has. */
  readonly places: readonly number[];
  readonly of: number;
  /** The whole table again, in chunks of a few rows; undefined where it is in memory. */
  readonly chunks: TableChunks | undefined;
  /** How its tables are read, and the table in a file, read in this way. */
  readonly read: (path: string) => Promise<Table>;
  readonly words: ExplainWords;
  /** Where the rows of --row stand in `table`. */
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
  const reason = await whyInChunks(path, words);
  const asked = rowNumbers(words, Infinity);
  const seed = wholeNumber("seed", words.seed, Number.MIN_SAFE_INTEGER);
  const inChunks = { ...reading, types };
  const { table, places, of } =
    reason === undefined
      ? whole(await read(path))
      : await sampledTable(path, inChunks, { size: sampleRows, seed, also: asked });
  const rows = rowNumbers(words, of)?.map((place) => places.indexOf(place));
  const chunks = reason === undefined ? undefined : tableChunks(path, { ...inChunks, rows: rowsOfChunk });
  if (table.rows < of && !quiet)
    remark(
      `${path} is read in chunks, ${reason}. What is about all rows is answered on ${sampleRows} of ${of}, at random.`,
    );
  if (out !== undefined) await prepareFile(out, inputs);
  const line = progressLine({ isSilent: quiet === true || json === true });
  const answers = await interruptible(
    async (signal) => {
      const subject = { posterior, table, places, of, chunks, read, words, rows, line, signal };
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
  if (!quiet) print(`${model} (${posterior.model.name}, target ${posterior.target}) on ${of} rows.\n`);
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
async function contributions(subject: ExplainSubject): Promise<Answer[]> {
  const { posterior, table, places, chunks, read, words, rows, line, signal } = subject;
  const background = words.background === undefined ? undefined : await read(words.background);
  if (chunks && words.out !== undefined) return contributionsInChunks(subject, background ?? table);
  // Rows that are explained alone are compared with the others of their table, unless that has too few itself.
  const usual = background ?? ((rows ?? chunks) && table.rows >= 10 ? table : undefined);
  const wanted = words.out === undefined && rows ? rows : rowsToExplain(subject);
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
    await writeContributions(words.out, once(contributionTable(values, posterior, explained, words.name)), signal);
  const listed = rows === undefined ? wanted.slice(0, firstRows) : rows;
  const lines = listed.flatMap((row) => {
    const at = wanted.indexOf(row);
    const label = words.class ?? labels[at];
    const output = outputOf(values, label);
    const probability = probabilities.data[at * posterior.classes.length + posterior.classes.indexOf(labels[at])];
    const title = `Row ${places[row] + 1}${names ? ` (${names[at] ?? "no name"})` : ""}`;
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
      data: contributionData(
        values,
        wanted.map((row) => places[row]),
        { labels, names },
      ),
      lines: [
        methodSentence(values),
        ...(words.out === undefined ? [] : [`Contributions of ${wanted.length} rows were written to ${words.out}.`]),
        ...table_,
        ...(words.out !== undefined && rows === undefined ? [] : lines),
      ],
    },
  ];
}

/** All rows; of those of a sample not more than can be explained in a few seconds, spread over the table. */
function rowsToExplain({ table, chunks }: ExplainSubject): number[] {
  const step = chunks ? Math.ceil(table.rows / mostExplained) : 1;
  return Array.from({ length: Math.ceil(table.rows / step) }, (_, at) => at * step);
}

/** The contributions of all rows of a table that is read in chunks, written as they are made. */
async function contributionsInChunks(
  { posterior, of, chunks, words, line, signal }: ExplainSubject,
  background: Table,
): Promise<Answer[]> {
  const out = words.out!;
  const options = { ...shapleyOptions(words), background, signal };
  let last: ShapleyValues | undefined;
  line.begin("explaining rows");
  async function* written(): AsyncGenerator<Table> {
    let first = 0;
    for await (const rows of chunks!.read()) {
      last = await shapleyValues(posterior, rows, options);
      yield contributionTable(last, posterior, rows, words.name, first);
      first += rows.rows;
      line.onProgress({ ...progress("explaining rows", first, of), fraction: first / of });
    }
  }
  await writeContributions(out, written(), signal);
  line.end();
  const { absent, scale, method, backgroundRows } = last!;
  return [
    {
      name: "contributions",
      data: { absent, scale, method, backgroundRows, written: of },
      lines: [methodSentence(last!), `Contributions of ${of} rows were written to ${out}.`],
    },
  ];
}

async function writeContributions(out: string, tables: AsyncIterable<Table>, signal: AbortSignal): Promise<void> {
  const format = outputFormat({ out, as: undefined, isTerminal: false });
  await writeTable(out, tables, { writer: () => writerOf(format), signal });
}

async function* once(table: Table): AsyncGenerator<Table> {
  yield table;
}

function whole(table: Table): SampledTable {
  return { table, places: Array.from({ length: table.rows }, (_, row) => row), of: table.rows };
}
