import { join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  crossValidate,
  fit,
  fitSync,
  InputError,
  linear,
  linearDiscriminant,
  logistic,
  selectRows,
  tableFromColumns,
  type Executor,
  type Matrix,
  type Model,
  type Posterior,
  type Table,
} from "kernelbayes";
import { rHat } from "kernelbayes/diagnose";
import { selectEngine, type Engine } from "kernelbayes/engine";
import { trainingData } from "kernelbayes/evaluate";
import { kernelComponents, modelFromDocument } from "kernelbayes/models";
import { asText, columnNamed, encode } from "kernelbayes/table";
import { workerExecutor } from "kernelbayes/node";
import { readProblem, target, type BenchmarkProblem } from "@kernelbayes/experiment/node";
import { numberOf, UsageError, type Benchmark, type BenchOptions, type Report, type Row } from "./benchmark.ts";
import { clusterExecutorOf, clusterOption } from "./clusterExecutorOf.ts";
import { atMost, verdictRow, type Verdict } from "./verdict.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

/** A problem of Domijan & Wilson with what they print for their classifier. */
interface WideProblem {
  /** The folder and the name of its files. */
  readonly file: string;
  /** Labels that count as one. */
  readonly joined?: Readonly<Record<string, string>>;
  /** Error of BKPC in Table 1, and its deviation over ten splits. */
  readonly printed: { readonly error: number; readonly deviation: number };
  /** Principal components for the linear discriminant beside it. */
  readonly components: number;
}

const problems: Readonly<Record<string, WideProblem>> = {
  khan: { file: "khan", printed: { error: 0.02, deviation: 0.03 }, components: 8 },
  "meat-4": {
    file: "meat",
    joined: { Chicken: "Poultry", Turkey: "Poultry" },
    printed: { error: 0.05, deviation: 0.02 },
    components: 15,
  },
  "meat-5": { file: "meat", printed: { error: 0.16, deviation: 0.05 }, components: 15 },
};

/** Numbers of columns of highest marginal relevance that are tried; undefined for all columns. */
const counts = [25, 50, 100, 200, 500, undefined];
const folds = 10;
const largestRHat = 1.01;
/** Draws that are kept: R-hat of fewer is noise. */
const draws = 4000;

interface Settings {
  readonly datasets: readonly string[];
  readonly methods: readonly string[];
  /** Numbers of splits. */
  readonly splits: readonly number[];
  /** The fewest of bkpc and bmkc, where they are given. */
  readonly sweeps: number | undefined;
  readonly seed: number;
  readonly data: string;
  readonly engine: Engine;
  readonly executor: Executor;
}

/** One classifier on one split. */
interface Result {
  readonly error: number;
  readonly logLoss: number;
  /** The largest R-hat of ln σ² and of the probabilities of all classes in all test rows; of classifiers without chains none. */
  readonly rHat?: number | undefined;
  /** The same of training rows, as the fit reports it. */
  readonly reported?: number | undefined;
  /** Sweeps of each chain that count. */
  readonly sweeps?: number | undefined;
  readonly columns?: number | undefined;
  /** Kernel and number of projections. */
  readonly projections?: string | undefined;
}

/** Few rows and many columns: gene expressions and spectra, everything chosen on the training rows of each split. */
export const wide: Benchmark = {
  description:
    "bkpc and bmkc on gene expressions and spectra (Domijan & Wilson), beside logistic regression and lda on components",
  options: {
    datasets: `some of ${Object.keys(problems).join(",")} (default all)`,
    methods: "some of bkpc,bmkc,logistic,lda (default all)",
    splits: "numbers of splits, such as 1,4 (default all ten)",
    sweeps:
      "the fewest sweeps of each of four chains after burn-in, eight times as many where they disagree (4000; of bmkc 2000, 32 times as many)",
    jobs: "chains and folds at the same time (one for each processor)",
    cluster: clusterOption,
    seed: "whole number; equal seeds give equal results (1)",
    data: "folder with khan/ and meat/ (../shared/data beside the project)",
  },
  async run(options) {
    const settings = await settingsOf(options);
    try {
      return await reportOf(settings);
    } catch (error) {
      throw error instanceof InputError ? new UsageError(error.message) : error;
    } finally {
      await settings.executor.close();
    }
  },
};

/** Sweeps of bkpc, unless others are asked for. */
const sweepsOfProjections = 4000;
/** The fewest of bmkc, those of its defaults, unless others are asked for; they may become four times as many as by default. */
const fewestOfRows = 2000;

const allSplits: readonly string[] = Array.from({ length: 10 }, (_, at) => String(at + 1));
const allMethods: readonly string[] = ["bkpc", "bmkc", "logistic", "lda"];

async function settingsOf(options: BenchOptions): Promise<Settings> {
  const { datasets, methods, splits, sweeps, jobs, seed = "1", data } = options;
  return {
    datasets: someOf(datasets, Object.keys(problems), "problem"),
    methods: someOf(methods, allMethods, "method"),
    splits: someOf(splits, allSplits, "split").map(Number),
    sweeps: sweeps === undefined ? undefined : numberOf(sweeps, "sweeps"),
    seed: numberOf(seed, "seed"),
    data: data ?? join(root, "../shared/data"),
    executor: await clusterExecutorOf(options, () =>
      workerExecutor(jobs === undefined ? {} : { workers: numberOf(jobs, "jobs") }),
    ),
    // After the executor, whose machines may not have every engine.
    engine: selectEngine(),
  };
}

/** What was asked for of all there is; all unless asked. */
function someOf(asked: string | undefined, all: readonly string[], what: string): readonly string[] {
  const names = asked?.split(",") ?? all;
  const unknown = names.find((name) => !all.includes(name));
  if (unknown !== undefined) throw new UsageError(`There is no ${what} "${unknown}"; there are ${all.join(", ")}.`);
  return names;
}

async function reportOf(settings: Settings): Promise<Report> {
  const rows: Row[] = [];
  const verdicts: Verdict[] = [];
  for (const name of settings.datasets) {
    const { file, joined, printed, components } = problems[name];
    const problem = relabelled(readProblem(settings.data, file, file), joined);
    const results = new Map<string, Result[]>();
    for (const { id, train, test } of problem.partitions.filter((each) => settings.splits.includes(each.id))) {
      process.stderr.write(`wide: ${name}, split ${id}\n`);
      const tables = { train: selectRows(problem.table, train), test: selectRows(problem.table, test) };
      for (const [method, result] of await resultsOf(tables, components, settings)) {
        results.set(method, [...(results.get(method) ?? []), result]);
        process.stderr.write(`wide: ${name}, split ${id}, ${textOf(method, result)}\n`);
      }
    }
    for (const [method, each] of results) rows.push(rowOf(name, method, each));
    const own = results.get("bkpc");
    if (own) {
      const most = printed.error + printed.deviation;
      verdicts.push(
        atMost(`${name}: error of bkpc, printed ${printed.error} ± ${printed.deviation}`, mean(own, "error"), most),
      );
    }
    for (const method of ["bkpc", "bmkc"]) {
      const chained = results.get(method);
      if (!chained) continue;
      const worst = Math.max(...chained.map((result) => result.rHat ?? NaN));
      verdicts.push(atMost(`${name}: largest R-hat of ${method}`, worst, largestRHat));
    }
  }
  return {
    title: "Few rows, many columns: what was asked for and what was measured",
    rows: verdicts.map(verdictRow),
    notes: [`Engine ${settings.engine.name}.`],
    more: [{ title: "Error and log loss of test rows, means over splits", rows, notes: explanations(settings.sweeps) }],
  };
}

/** One result, for those who wait. */
function textOf(
  method: string,
  { error, logLoss, rHat: ofTest, reported, sweeps, columns, projections }: Result,
): string {
  const chained =
    ofTest === undefined
      ? []
      : [
          `R-hat ${ofTest.toFixed(4)}`,
          `of training rows ${reported?.toFixed(4)}`,
          `${sweeps} sweeps`,
          `${columns ?? "all"} columns`,
          projections ?? "",
        ];
  return [method, `error ${error.toFixed(4)}`, `log loss ${logLoss.toFixed(4)}`, ...chained].join(", ");
}

const explanations = (sweeps: number | undefined): string[] => [
  "Kernel (gaussian or linear), bandwidth and number of components of bkpc and the kernel of bmkc are chosen by left-out training rows; for both the number",
  `of columns is that of ${counts.map((count) => count ?? "all").join(", ")} with the lowest log loss of logistic regression in ${folds} folds of the training rows, the columns being`,
  `chosen anew within each fold. Four chains that go on as long as they disagree, of bkpc from ${sweeps ?? sweepsOfProjections} sweeps to eight times as many and of bmkc from ${sweeps ?? fewestOfRows} to ${sweeps ? "eight" : "32"} times as many. \`logistic\` has all columns and a ridge chosen by`,
  "leave-one-out; `lda` is the linear discriminant on principal components of the training rows (8 of the gene expressions, 15 of the spectra).",
  "`R-hat` is the largest over splits of ln σ² and of the probabilities of all classes in all test rows.",
];

/** Every classifier on one split. */
async function resultsOf(
  { train, test }: { readonly train: Table; readonly test: Table },
  components: number,
  settings: Settings,
): Promise<[string, Result][]> {
  const { methods, executor, engine, seed, sweeps } = settings;
  const lengthsFrom = (fewest: number): object => ({
    sweeps: fewest,
    mostSweeps: 8 * fewest,
    burnIn: Math.ceil(fewest / 4),
  });
  const chained = (
    [
      ["bkpc", lengthsFrom(sweeps ?? sweepsOfProjections)],
      ["bmkc", sweeps === undefined ? { sweeps: fewestOfRows, mostSweeps: 32 * fewestOfRows } : lengthsFrom(sweeps)],
    ] as const
  ).filter(([name]) => methods.includes(name));
  const columns = chained.length > 0 ? await columnsOf(train, settings) : undefined;
  const results: [string, Result][] = [];
  for (const [name, lengths] of chained) {
    const model = modelFromDocument({ name, kernel: "auto", draws, ...lengths });
    const posterior = await fit(model, train, { target, seed, engine, executor, ...(columns && { select: columns }) });
    results.push([name, { ...measured(posterior, test), columns }]);
  }
  if (methods.includes("logistic")) {
    results.push(["logistic", measured(await fit(logistic(), train, { target, seed, engine, executor }), test)]);
  }
  if (methods.includes("lda")) {
    results.push(["lda", onComponents(linearDiscriminant(), components, train, test, engine)]);
  }
  return results;
}

/** How many columns to keep, by logistic regression on folds of the training rows; undefined for all. */
async function columnsOf(train: Table, { executor, engine, seed }: Settings): Promise<number | undefined> {
  let best: { readonly count: number | undefined; readonly logLoss: number } | undefined;
  const fewer = counts.filter((count) => count === undefined || count < train.columns.length - 1);
  for (const count of fewer) {
    const options = { target, seed, engine, executor, folds, ...(count && { select: count }) };
    const { mean: logLoss } = (await crossValidate(logistic(), train, options)).scores.logLoss;
    if (best === undefined || logLoss < best.logLoss) best = { count, logLoss };
  }
  return best?.count;
}

function measured(posterior: Posterior, test: Table): Result {
  const truth = asText(columnNamed(test, target)).map((label) => posterior.classes.indexOf(label ?? ""));
  const { probabilities, labels } = posterior.predict(test);
  const C = posterior.classes.length;
  const wrong = labels.filter((label, row) => posterior.classes.indexOf(label) !== truth[row]).length;
  const logLoss = truth.reduce((sum, q, row) => sum - Math.log(probabilities.data[row * C + q]), 0);
  const { chains } = posterior;
  return {
    error: wrong / truth.length,
    logLoss: logLoss / truth.length,
    rHat: chains && Math.max(chains.quantities[0].rHat, rHatOfRows(posterior, test, chains.chains)),
    reported: chains && Math.max(...chains.quantities.map((quantity) => quantity.rHat)),
    sweeps: chains?.sweeps,
    projections: projectionsOf(posterior),
  };
}

/** The largest R-hat of the probabilities of all classes in rows. */
function rHatOfRows(posterior: Posterior, rows: Table, chains: number): number {
  const ofRows = posterior.draws?.(rows) ?? [];
  const each = ofRows.flatMap(({ data, rows: all, columns: C }) =>
    posterior.classes.map((_, c) => {
      const length = all / chains;
      const ofChain = (chain: number): Float64Array =>
        Float64Array.from({ length }, (_, s) => data[(chain * length + s) * C + c]);
      return rHat(Array.from({ length: chains }, (_, chain) => ofChain(chain)));
    }),
  );
  return Math.max(...each.filter((value) => !Number.isNaN(value)));
}

/** The kernel and, where there are components, how many. */
function projectionsOf(posterior: Posterior): string | undefined {
  const { parameters } = posterior.toDocument() as unknown as {
    readonly parameters: {
      readonly components?: { readonly kernel: { readonly kind: string }; readonly eigenvalues: ArrayLike<number> };
      readonly kernel?: { readonly kind: string };
    };
  };
  const { components, kernel } = parameters;
  return components ? `${components.kernel.kind} ${components.eigenvalues.length}` : kernel?.kind;
}

/** A model on the first principal components of the standardized training rows. */
function onComponents(model: Model, count: number, train: Table, test: Table, engine: Engine): Result {
  const { encoding } = trainingData(train, { target });
  const { scores, project } = kernelComponents(engine, linear(), encode(encoding, train), { count });
  const tableOf = (D: Matrix, from: Table): Table =>
    tableFromColumns({
      ...Object.fromEntries(
        Array.from({ length: D.columns }, (_, l) => [
          `component ${l + 1}`,
          Array.from({ length: D.rows }, (_, row) => D.data[row * D.columns + l]),
        ]),
      ),
      [target]: asText(columnNamed(from, target)),
    });
  return measured(
    fitSync(model, tableOf(scores, train), { target, engine }),
    tableOf(project(encode(encoding, test)), test),
  );
}

function relabelled(problem: BenchmarkProblem, joined: WideProblem["joined"]): BenchmarkProblem {
  if (!joined) return problem;
  const labels = asText(columnNamed(problem.table, target)).map((label) => joined[label ?? ""] ?? label);
  const [column] = tableFromColumns({ [target]: labels }).columns;
  const columns = problem.table.columns.map((each) => (each.name === target ? column : each));
  return { ...problem, table: { ...problem.table, columns } };
}

function rowOf(problem: string, method: string, results: readonly Result[]): Row {
  const [errors, losses] = (["error", "logLoss"] as const).map((name) => mean(results, name));
  const spread = Math.sqrt(
    results.reduce((sum, { error }) => sum + (error - errors) ** 2, 0) / Math.max(1, results.length - 1),
  );
  const rHats = results.flatMap((result) => result.rHat ?? []);
  const columns = results.map(({ columns: kept }) => kept ?? "all");
  return {
    problem,
    method,
    splits: results.length,
    error: errors.toFixed(4),
    deviation: spread.toFixed(4),
    "log loss": losses.toFixed(4),
    "R-hat": rHats.length > 0 ? Math.max(...rHats).toFixed(4) : "",
    columns: method.startsWith("b") ? columns.join(" ") : "all",
  };
}

function mean(results: readonly Result[], name: "error" | "logLoss"): number {
  return results.reduce((sum, result) => sum + result[name], 0) / results.length;
}
