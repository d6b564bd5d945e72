import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { fit, InputError, type Posterior, type Table } from "kernelbayes";
import { selectEngine } from "kernelbayes/engine";
import { modelFromDocument } from "kernelbayes/models";
import { asText, columnNamed } from "kernelbayes/table";
import { readTable, workerExecutor } from "kernelbayes/node";
import { planeDrawings } from "@kernelbayes/papers/planeDrawings";
import { numberOf, UsageError, type Benchmark, type BenchOptions, type Report, type Row } from "./benchmark.ts";
import { clusterExecutorOf, clusterOption } from "./clusterExecutorOf.ts";
import { atMost, verdictRow } from "./verdict.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const target = "y";

/** The error of BMKC in the paper. */
const printedError = 0.098;

/** The classifiers, those that are judged first. */
const settings: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  bkpc: { name: "bkpc" },
  bmkc: { name: "bmkc" },
  "bkpc, bandwidth and projections of the paper": { name: "bkpc", bandwidth: "maximum", criterion: "utility" },
  logistic: { name: "logistic" },
  qda: { name: "qda" },
};
const judgedSettings = ["bkpc", "bmkc"];

/** Ripley's two mixtures of two normals in the plane, 250 training rows and 1000 test rows. */
export const ripley: Benchmark = {
  description: "bkpc and bmkc on Ripley's data, and the figures of Domijan & Wilson from a fit",
  options: {
    data: "folder with ripley/ (../shared/data beside the project)",
    out: "folder for figures as SVG files (default: none are drawn)",
    jobs: "chains at the same time (one for each processor)",
    cluster: clusterOption,
    seed: "whole number; equal seeds give equal results (1)",
  },
  async run(options) {
    try {
      return await ripleyReport(options);
    } catch (error) {
      throw error instanceof InputError ? new UsageError(error.message) : error;
    }
  },
};

async function ripleyReport(options: BenchOptions): Promise<Report> {
  const { data, out, jobs, seed = "1" } = options;
  const folder = join(data ?? join(root, "../shared/data"), "ripley");
  const [train, test] = await Promise.all(
    ["synth_train", "synth_test"].map((name) =>
      readTable(join(folder, `${name}.csv.gz`), { types: { [target]: "text" } }),
    ),
  );
  const executor = await clusterExecutorOf(options, () =>
    workerExecutor(jobs === undefined ? {} : { workers: numberOf(jobs, "jobs") }),
  );
  const engine = selectEngine();
  const rows: Row[] = [];
  const errors = new Map<string, number>();
  let files: readonly string[] = [];
  try {
    for (const [name, document] of Object.entries(settings)) {
      process.stderr.write(`ripley: ${name}\n`);
      const fitOptions = { target, seed: numberOf(seed, "seed"), engine, executor };
      const posterior = await fit(modelFromDocument(document), train, fitOptions);
      const { error, row } = measured(name, posterior, test);
      errors.set(name, error);
      rows.push(row);
      if (name === "bkpc" && out !== undefined) files = figures(posterior, train, test, out);
    }
  } finally {
    await executor.close();
  }
  const verdicts = judgedSettings.map((name) =>
    atMost(`error of ${name}, printed ${printedError} for BMKC`, errors.get(name) ?? NaN, printedError),
  );
  return {
    title: "Ripley's data: what was asked for and what was measured",
    rows: verdicts.map(verdictRow),
    more: [{ title: `${test.rows} test rows after ${train.rows} training rows`, rows }],
    notes: [
      `Engine ${engine.name}. The best rule possible has an error rate of 0.08 of these test rows. R-hat is the largest of ln σ² and of predictive probabilities.`,
      ...(files.length > 0 ? [`Figures: ${files.join(", ")}`] : []),
    ],
  };
}

function measured(name: string, posterior: Posterior, test: Table): { readonly error: number; readonly row: Row } {
  const truth = asText(columnNamed(test, target)).map((label) => posterior.classes.indexOf(label ?? ""));
  const { probabilities, labels } = posterior.predict(test);
  const C = posterior.classes.length;
  const error = labels.filter((label, row) => posterior.classes.indexOf(label) !== truth[row]).length / truth.length;
  const logLoss = truth.reduce((sum, c, row) => sum - Math.log(probabilities.data[row * C + c]), 0) / truth.length;
  const rHats = posterior.chains?.quantities.map(({ rHat }) => rHat);
  return {
    error,
    row: {
      classifier: name,
      error: error.toFixed(4),
      "log loss": logLoss.toFixed(4),
      projections: posterior.project?.(test).columns ?? "",
      "R-hat": rHats ? Math.max(...rHats).toFixed(4) : "",
      warnings: posterior.warnings.map(({ code }) => code).join(" "),
    },
  };
}

function figures(posterior: Posterior, train: Table, test: Table, out: string): string[] {
  mkdirSync(out, { recursive: true });
  const drawings = planeDrawings(posterior, train, test, { data: "Ripley's data", model: "bkpc" });
  return Object.entries(drawings).map(([name, svg]) => {
    writeFileSync(join(out, `${name}.svg`), svg);
    return `${name}.svg`;
  });
}
