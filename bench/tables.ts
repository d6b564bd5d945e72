import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { fitSync, selectRows, type Model, type Table } from "kernelbayes";
import { matrix, selectEngine } from "kernelbayes/engine";
import { areaUnderCurveOneVersusRest, evaluate, type Predicted, measure } from "kernelbayes/evaluate";
import { modelFromDocument } from "kernelbayes/models";
import { asText, columnNamed, tableOf } from "kernelbayes/table";
import { readTable } from "kernelbayes/node";
import { numberOf, UsageError, type Benchmark, type BenchOptions } from "./benchmark.ts";
import { fitSize } from "./fitSize.ts";
import { madeTable } from "./madeTable.ts";
import { keptResults, revisionOf, type KeptResults } from "./keptResults.ts";
import { startTablePeers, tablePeerNames, type TablePeers } from "./tablePeers.ts";
import { tablesReport, type Printed, type ListedTable, type TableResult, type TableScores } from "./tablesReport.ts";

/** Real tables with folds: `auto` beside boosting, forests and logistic regression on the same rows, and beside published results. */
export const tables: Benchmark = {
  description: "auto beside boosted trees, forests and logistic regression on real tables, and published results",
  options: {
    suite: "amlb, small or both (default amlb)",
    folds: "how many folds of each table are held out in turn, from 0 on (default 1)",
    methods: "models of the catalogue, such as auto,auto:effort=high,lssvm (default auto)",
    peers: `on, off, or some of ${tablePeerNames.join(",")} (default off)`,
    tables:
      "names separated by commas (default all of the suite); made-400x10x2 is one of 400 rows, 10 columns and 2 classes that is drawn",
    size: "also writes each fit to a file and asks it for single rows",
    honesty: "also measures each method on the training rows, to compare what is printed with test rows",
    engine: "wasm or native (default: the fastest present)",
    seed: "whole number (default 1)",
    data: "folder with tables/tables.json (../shared/data beside the project)",
    results: "file of single results, from which the next run resumes (default: none are kept)",
    "only-kept": "prints the tables of the results in that file, and computes nothing",
    "any-revision": "takes results of other versions of a method that are kept in that file as they are",
  },
  async run(options) {
    const settings = settingsOf(options);
    const peers = settings.peers.length > 0 && !settings.onlyKept ? startTablePeers() : undefined;
    const notices =
      settings.peers.length > 0 && !settings.onlyKept && !peers
        ? [
            "NO PEERS: no Python with scikit-learn, pandas and xgboost; apt-get install python3-sklearn python3-xgboost.",
          ]
        : [];
    const results: TableResult[] = [];
    try {
      for (const table of settings.listed) {
        for (let fold = 0; fold < Math.min(settings.folds, table.folds); fold++) {
          results.push(...(await resultsOf(table, fold, settings, peers)));
        }
      }
    } finally {
      peers?.close();
    }
    return tablesReport(settings.listed, results, [
      ...notices,
      ...(peers ? [`${peers.library}.`] : []),
      `Engine ${settings.engine}, seed ${settings.seed}, Node ${process.versions.node}.`,
    ]);
  },
};

interface Settings {
  readonly listed: readonly ListedTable[];
  readonly folds: number;
  readonly methods: readonly (readonly [name: string, model: Model, revision: () => Promise<string>])[];
  readonly peers: readonly string[];
  readonly isHonest: boolean;
  readonly isSized: boolean;
  readonly engine: string;
  readonly seed: number;
  readonly data: string;
  readonly kept: KeptResults;
  readonly onlyKept: boolean;
}

function settingsOf(options: BenchOptions): Settings {
  const { suite = "amlb", folds = "1", methods = "auto", peers = "off", seed = "1", engine, results, data } = options;
  const folder = data ?? join(fileURLToPath(new URL("..", import.meta.url)), "../shared/data");
  const list = join(folder, "tables/tables.json");
  if (!existsSync(list)) throw new UsageError(`${list} is not there; name the folder of the data with --data.`);
  if (!["amlb", "small", "both"].includes(suite)) {
    throw new UsageError(`There is no suite "${suite}"; there are amlb, small, both.`);
  }
  const ofSuite = (JSON.parse(readFileSync(list, "utf8")) as ListedTable[]).filter(
    (each) => suite === "both" || each.suite === suite,
  );
  const names = options.tables?.split(",") ?? ofSuite.map(({ name }) => name);
  const onlyKept = options["only-kept"] !== undefined;
  if (onlyKept && results === undefined) throw new UsageError("--only-kept needs --results FILE.");
  const anyRevision = options["any-revision"] !== undefined;
  return {
    listed: names.map((name) => {
      const found = ofSuite.find((each) => each.name === name) ?? listedMade(name, peers !== "off");
      if (!found) throw new UsageError(`There is no table "${name}" in the suite ${suite}.`);
      return found;
    }),
    folds: numberOf(folds, "folds"),
    methods: methods === "" ? [] : methods.split(",").map((name) => methodOf(name, results !== undefined)),
    peers: peers === "off" ? [] : peers === "on" ? tablePeerNames : peers.split(",").map(peerNamed),
    isHonest: options.honesty !== undefined,
    isSized: options["size"] !== undefined,
    engine: selectEngine(engine).name,
    seed: numberOf(seed, "seed"),
    data: folder,
    kept: keptResults(results, { onlyKept, anyRevision }),
    onlyKept,
  };
}

function listedMade(name: string, hasPeers: boolean): ListedTable | undefined {
  const made = madeTable(name);
  if (made && hasPeers) throw new UsageError(`Peers read files; leave out --peers, or the table "${name}".`);
  return made && { name, suite: "made", ...made, folds: 1, metric: "log loss", published: {} };
}

function peerNamed(name: string): string {
  if (tablePeerNames.includes(name)) return name;
  throw new UsageError(`There is no peer "${name}"; there are on, off, ${tablePeerNames.join(", ")}.`);
}

/** A model by its name and options, `auto:effort=high:combine=best`, with the revision that kept results of it have. */
function methodOf(text: string, isKept: boolean): readonly [string, Model, () => Promise<string>] {
  const [name, ...settings] = text.split(":");
  const options = settings.map((setting) => {
    const [option, value = "true"] = setting.split("=");
    const isNumber = value !== "" && Number.isFinite(Number(value));
    return [option, isNumber ? Number(value) : value === "true" ? true : value === "false" ? false : value];
  });
  const model = modelFromDocument({ name, ...(Object.fromEntries(options) as object) });
  let revision: Promise<string> | undefined;
  return [text, model, () => (revision ??= isKept ? revisionOf(model, "predictions") : Promise.resolve(""))];
}

/** All methods and peers on one fold. */
async function resultsOf(
  listed: ListedTable,
  fold: number,
  settings: Settings,
  peers: TablePeers | undefined,
): Promise<TableResult[]> {
  const { kept, seed, engine, isHonest, isSized } = settings;
  const { name } = listed;
  const file = resolve(settings.data, "tables", `${name}.csv.gz`);
  let read: Promise<SplitTable> | undefined;
  const rows = (): Promise<SplitTable> =>
    (read ??= madeTable(name) ? Promise.resolve(madeTable(name)!.draw()) : splitTable(file, fold));
  const found: TableResult[] = [];
  const take = async (method: string, revision: string, make: () => Promise<TableScores>): Promise<void> => {
    const key = `table ${name} ${fold} ${method} ${seed}`;
    const scores = await kept.result(key, revision, async () => {
      const made = await make();
      process.stderr.write(
        `${name} ${fold} ${method}: log loss ${made.logLoss.toFixed(4)}, error ${made.errorRate.toFixed(4)}, ` +
          `${made.seconds.toFixed(1)} CPU s\n`,
      );
      return made;
    });
    if (scores) found.push({ table: name, fold, method, ...scores });
  };
  for (const [method, model, revisionNow] of settings.methods) {
    const revision = await revisionNow();
    await take(method, revision, async () => scoredFit(model, await rows(), { engine, seed }, isSized));
    if (!isHonest) continue;
    const key = `honesty ${name} ${fold} ${method} ${seed}`;
    const printed = await kept.result(key, revision, async () => printedOf(model, await rows(), engine, seed));
    const last = found.at(-1);
    if (printed && last?.method === method) found[found.length - 1] = { ...last, printed };
  }
  for (const method of settings.peers) {
    await take(method, "peer 2", async () => {
      if (!peers) throw new UsageError("There is no Python with the peers; leave --peers out.");
      const { seconds, classes, probabilities } = await peers.predict({ file, fold, method, seed });
      const { test } = await rows();
      const P = matrix(test.rows, classes.length, Float64Array.from(probabilities));
      return { ...scoresOf({ probabilities: P }, test, classes), seconds };
    });
  }
  return found;
}

interface SplitTable {
  readonly train: Table;
  readonly test: Table;
}

/** The rows of all folds but one, and those of that one; the column of folds is none to learn from. */
async function splitTable(file: string, fold: number): Promise<SplitTable> {
  if (!existsSync(file)) throw new UsageError(`${file} is not there; name the folder of the data with --data.`);
  const whole = await readTable(file);
  const folds = asText(columnNamed(whole, "fold"));
  const table = tableOf(whole.columns.filter((column) => column.name !== "fold"));
  const rowsWhere = (isTest: boolean): Table =>
    selectRows(
      table,
      Int32Array.from(folds.keys()).filter((row) => (Number(folds[row]) === fold) === isTest),
    );
  return { train: rowsWhere(false), test: rowsWhere(true) };
}

/** How tables are read: missing values are filled in. */
const reading = { target: "target", missing: "impute" } as const;

async function scoredFit(
  model: Model,
  { train, test }: SplitTable,
  context: { readonly engine: string; readonly seed: number },
  isSized: boolean,
): Promise<TableScores> {
  const before = process.cpuUsage();
  const posterior = fitSync(model, train, { ...reading, ...context });
  const fitted = process.cpuUsage(before);
  const { probabilities, logProbabilities } = posterior.predict(test);
  const predicted = process.cpuUsage(before);
  const secondsOf = ({ user, system }: NodeJS.CpuUsage): number => (user + system) / 1e6;
  return {
    ...scoresOf({ probabilities, logProbabilities }, test, posterior.classes),
    seconds: secondsOf(predicted),
    predictSeconds: secondsOf(predicted) - secondsOf(fitted),
    members: posterior.candidates?.filter(({ outcome }) => outcome === "used").length,
    ...(isSized && { size: await fitSize(posterior, test) }),
  };
}

/** What is printed about a fit to the training rows. */
async function printedOf(model: Model, { train }: SplitTable, engine: string, seed: number): Promise<Printed> {
  const { logLoss } = (await measure(model, train, { ...reading, engine, seed })).intervals;
  return { estimate: logLoss.estimate, lower: logLoss.lower, upper: logLoss.upper };
}

function scoresOf(
  predicted: Predicted & { readonly probabilities: ReturnType<typeof matrix> },
  test: Table,
  classes: readonly string[],
): Omit<TableScores, "seconds"> {
  const truth = asText(columnNamed(test, reading.target)).map((label) => classes.indexOf(label ?? ""));
  const { errorRate, areaUnderCurve, logLoss, brier, calibration } = evaluate(predicted, truth);
  return {
    rows: test.rows,
    logLoss: logLoss.mean,
    errorRate,
    areaUnderCurve:
      classes.length === 2 ? areaUnderCurve : areaUnderCurveOneVersusRest(predicted.probabilities, truth).weighted,
    brier,
    calibration: calibration.error,
    calibrationByChance: calibration.byChance,
  };
}
