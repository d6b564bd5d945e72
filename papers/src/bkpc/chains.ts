import { summarizeChains } from "kernelbayes/diagnose";
import { curveChart, traceChart } from "@kernelbayes/report";
import { svgDocument } from "@kernelbayes/report/node";
import { spreadOf, type Job } from "@kernelbayes/experiment";
import type { Experiment, ResultRow } from "@kernelbayes/experiment/node";
import { judgedClaim } from "../benchmark/benchmarkFigures.ts";
import { doneRows, fitJob, operationsOf } from "../fitJob.ts";
import { figureText } from "../markdown.ts";
import type { Drawing, ReproduceSettings, Study } from "../paper.ts";
import { chainLength, type ChainLength } from "./chainLength.ts";
import { fitOperations } from "./chainOperations.ts";
import { judgedPart, printedRuns, type Line } from "./judgedLines.ts";
import { keptChain } from "./keptChainTask.ts";
import { printedProblems, wideViews, type WideView } from "./wideProblems.ts";

const [traceFile, rowsFile] = ["bkpc-chains.svg", "bkpc-chains-rows.svg"];

/** Table 2: ten chains from different starts on one split. */
export function bkpcChains(settings: ReproduceSettings, length: ChainLength = chainLength(settings)): Study {
  const count = settings.isQuick ? 4 : printedRuns;
  const printed = printedProblems("Table 2", settings).map(({ name }) => name);
  const lines = wideViews(settings.directory)
    .filter(({ problem }) => printed.includes(problem.name))
    .map((view): ViewLine => {
      const jobs = Array.from({ length: count }, (_, chain) => chainJob(view, chain, length, settings));
      const columns = view.select === undefined ? "all" : `the ${view.select} most relevant`;
      const title = `BKPC, ${count} chains, ${columns} columns`;
      return { view, problem: view.problem, title, method: "BKPC", jobs: () => jobs };
    });
  const jobs = lines.flatMap((line) => line.jobs([]));
  return {
    title: "Table 2: chains from different starts",
    shows: ["Table 2"],
    stages: [{ operations: operationsOf(jobs), jobs: () => jobs }],
    part(rows) {
      const { text, verdicts, judged, lines: cells } = judgedPart("Table 2", lines, rows, settings);
      const whole = cells.filter(({ title }) => title.includes("all columns"));
      const found = lines.flatMap(({ view, jobs: own }) => {
        const done = doneRows(rows, own(rows));
        return done.length < 2 ? [] : [{ view, done }];
      });
      const drawings = found.length === 0 ? [] : chainDrawings(found);
      return {
        text: [
          description,
          `Each of ${length.burnIn} sweeps and ${length.sweeps} that count.` +
            (settings.isQuick ? ` Cut short: ${count} chains in place of ${printedRuns}, and shorter ones.` : ""),
          text,
          ...drawings.map(({ file, caption }) => figureText(file, caption)),
        ].join("\n\n"),
        drawings: drawings.map(({ file, svg }) => ({ file, svg })),
        verdicts,
        judged,
        claims: [
          judgedClaim(
            {
              claim:
                "Chains from different starts have similar errors: the classifier has converged. (Rule: a deviation over chains of at most 0.02, as printed for the spectra, on every table.)",
              where: "Section 6, Table 2",
            },
            whole.length > 0 && whole.every(({ done }) => done.length > 1),
            whole.every(({ found: { deviation } }) => deviation <= 0.02),
            `${whole.map(({ problem, found: { deviation } }) => `${problem.name} ${deviation.toFixed(3)}`).join("; ")}.`,
          ),
        ],
      };
    },
  };
}

interface ViewLine extends Line {
  readonly view: WideView;
}

/** A chain begins and goes on by the random numbers of its seed, which is its own. */
function chainJob(
  { problem, select }: WideView,
  chain: number,
  length: ChainLength,
  settings: ReproduceSettings,
): Job<Experiment> {
  const { name, components, splits, size } = problem;
  return fitJob(
    {
      dataset: name,
      partition: splits[0],
      model: { name: "bkpc", bandwidth: "maximum", projections: components, scaling: "none", ...length, chains: 1 },
      ...(select !== undefined && { encoding: { select } }),
      study: { source: "wide" },
      task: "reproduceKeptChain",
      moreOperations: fitOperations(size, length),
      size,
    },
    { ...settings, seed: settings.seed + 1000 * (chain + 1) },
  );
}

interface FoundChains {
  readonly view: WideView;
  readonly done: readonly ResultRow[];
}

function chainDrawings(found: readonly FoundChains[]): (Drawing & { readonly caption: string })[] {
  const document = svgDocument();
  const kept = found.map(({ view, done }) => ({ name: view.title, chains: done.map(keptChain) }));
  return [
    {
      file: traceFile,
      svg: traceChart(
        kept.map(({ name, chains }) => {
          const traces = chains.map(({ logNoise }) => Float64Array.from(logNoise));
          const { rHat, bulkSize, tailSize } = summarizeChains(traces);
          return { name: `${name}: ln σ²`, chains: traces, rHat, bulkSize, tailSize };
        }),
        { document, title: "Chains from different starts" },
      ),
      caption:
        "The logarithm of the noise σ² through the chains, a color each, with R-hat and effective numbers of draws of all chains together. Chains that " +
        "lie over each other have found the same distribution.",
    },
    {
      file: rowsFile,
      svg: curveChart(
        kept.map(({ name, chains }) => ({ name, points: rowSpreads(chains.map((chain) => chain.ownProbabilities)) })),
        {
          document,
          title: "What chains say about single test rows",
          x: { label: "test rows, from the least to the most sure, in per cent" },
          y: { label: "probability of the true class" },
        },
      ),
      caption:
        "Each test row by the probability of its true class, the mean over chains with one standard deviation over chains up and down. What differs between " +
        "chains is small beside what differs between rows, and labels hardly ever depend on the start.",
    },
  ];
}

/** Rows in the order of their mean over chains, with its deviation over chains. */
function rowSpreads(chains: readonly (readonly number[])[]): { x: number; y: number; standardError: number }[] {
  const spreads = chains[0].map((_, row) => spreadOf(chains.map((chain) => chain[row])));
  return spreads
    .toSorted((a, b) => a.mean - b.mean)
    .map(({ mean, deviation }, at) => ({ x: (100 * (at + 0.5)) / spreads.length, y: mean, standardError: deviation }));
}

const description =
  "The error of single chains that start from different values, on the first split, with components as they are. Chains that have converged differ hardly; that the " +
  "printed ones do on khan (0.038 ± 0.052) says that they had not. The first split is one of many, and what it differs by from the mean of Table 1 is the luck of its rows.";
