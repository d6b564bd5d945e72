import { curveChart, type CurvePoint } from "@kernelbayes/report";
import { svgDocument } from "@kernelbayes/report/node";
import type { Circumstances } from "../circumstances.ts";
import { doneRows, operationsOf } from "../fitJob.ts";
import { loadText } from "../loadText.ts";
import { logSlope } from "../logSlope.ts";
import { figureText, markdownTable } from "../markdown.ts";
import { judgedClaim } from "../benchmark/benchmarkFigures.ts";
import type { Claim, ReproduceSettings, Study } from "../paper.ts";
import { simulatedJob } from "../simulatedJob.ts";
import type { SearchRoute } from "./searchTimeTask.ts";

const file = "orkfd-figure-3.svg";
/** Slopes are told from here on: below it what is called matters more than how much. */
const slopesFrom = 128;

const routes: Readonly<Record<SearchRoute, { readonly name: string; readonly operations: (n: number) => number }>> = {
  "direct-search": { name: "direct", operations: (n) => 21 * n ** 3 },
  "canonical-search": { name: "canonical", operations: (n) => 25 * n ** 3 },
  "canonical-search-alone": { name: "canonical, the search alone", operations: (n) => 28 * n ** 3 },
  "canonical-candidates-alone": { name: "canonical, the 21 values alone", operations: (n) => 28 * n ** 3 },
};
const names = Object.keys(routes) as SearchRoute[];

/** Run times of the search for μ by the number of rows, a power of two. */
export function orkfdRunTime(settings: ReproduceSettings, largest: number = settings.isQuick ? 1024 : 4096): Study {
  const sizes = Array.from({ length: Math.log2(largest) - 2 }, (_, at) => 8 * 2 ** at);
  const jobs = sizes.flatMap((rows) =>
    names.map((method) =>
      simulatedJob(
        {
          task: "reproduceSearchTime",
          dataset: "torus",
          draw: 1,
          method,
          rows,
          // Small ones are repeated until a quarter of a second has passed.
          operations: 2 * routes[method].operations(rows) + 1e9,
        },
        settings,
      ),
    ),
  );
  return {
    title: "Figure 3: run time by the number of rows",
    shows: ["Figure 3"],
    stages: [{ operations: operationsOf(jobs), isTimed: true, jobs: () => jobs }],
    part(all) {
      const done = doneRows(all, jobs);
      if (done.length === 0)
        return { text: description, drawings: [], verdicts: [], claims: timeClaims([[], [], [], []]) };
      const curves = names.map((method) => ({
        name: routes[method].name,
        hasDots: true,
        points: done
          .filter((row) => row.method === method)
          .map(({ trainRows, seconds }) => ({ x: trainRows, y: seconds }))
          .toSorted((a, b) => a.x - b.x),
      }));
      const slopes = curves.map(({ name, points }) => {
        const large = points.filter(({ x }) => x >= slopesFrom);
        const slope = logSlope(
          large.map(({ x }) => x),
          large.map(({ y }) => y),
        );
        return { route: name, [`slope from n = ${slopesFrom}`]: slope.toFixed(2) };
      });
      return {
        text: [
          description,
          loadText(done.map(({ found }) => JSON.parse(found) as Circumstances)),
          ...(settings.isQuick ? [`Cut short: n up to ${largest} in place of 4096.`] : []),
          figureText(file, "Seconds of the search for μ by the number of rows, on logarithmic axes."),
          markdownTable(slopes),
          markdownTable(
            sizes.map((n) => ({
              n,
              ...Object.fromEntries(
                curves.map(({ name, points }) => [
                  `${name}, ms`,
                  String(Number(((points.find(({ x }) => x === n)?.y ?? Number.NaN) * 1000).toPrecision(3))),
                ]),
              ),
            })),
          ),
        ].join("\n\n"),
        drawings: [
          {
            file,
            svg: curveChart(curves, {
              document: svgDocument(),
              title: "The search for the regularization",
              x: { label: "rows n", scale: "log" },
              y: { label: "seconds", scale: "log" },
            }),
          },
        ],
        verdicts: [],
        claims: timeClaims(curves.map(({ points }) => points)),
      };
    },
  };
}

/**
 * What the authors conclude from the times of the direct search, the canonical one, the canonical search alone, and its 21 values alone. The search in print has no
 * Newton steps: its time is that of the decomposition and of the 21 values.
 */
function timeClaims([direct, canonical, alone, candidates]: readonly (readonly CurvePoint[])[]): Claim[] {
  const slopeOf = (points: readonly CurvePoint[]): number => {
    const large = points.filter(({ x }) => x >= slopesFrom);
    return logSlope(
      large.map(({ x }) => x),
      large.map(({ y }) => y),
    );
  };
  const last = (points: readonly CurvePoint[]): CurvePoint | undefined => points.at(-1);
  const ends = [direct, canonical, alone, candidates].map(last);
  const n = Math.min(...ends.map((point) => point?.x ?? 0));
  const [slow, fast, search, values] = ends.map((point) => point?.y ?? Number.NaN);
  const inPrint = fast - search + values;
  const [ratio, share] = [slow / inPrint, values / inPrint];
  const slopes = [direct, canonical, candidates].map(slopeOf);
  const where = "Section 4, Figure 3";
  return [
    judgedClaim(
      {
        claim:
          "Both searches take a time of order n³, the canonical search without its decomposition one of order n². (Rule: slopes within 0.5 of 3, 3 and 2 from n = 128 on.)",
        where,
      },
      n >= 1024,
      slopes.every((slope, at) => Math.abs(slope - [3, 3, 2][at]) <= 0.5),
      `Slopes of the direct search, the canonical one and its 21 values alone: ${slopes.map((slope) => slope.toFixed(2)).join(", ")}.`,
    ),
    judgedClaim(
      {
        claim:
          "The canonical search is about ten times as fast as the direct one. (Rule: at least five times, at the largest n.)",
        where,
      },
      n >= 1024,
      ratio >= 5,
      `${ratio.toFixed(1)} times as fast at n = ${n}. By operations the direct search takes 21 n³ for symmetric factorizations and inverses, and twice that with general ones; the decomposition takes about 9 n³.`,
    ),
    judgedClaim(
      {
        claim: "At n = 4096 the search for μ takes 0.4 % of the total time: it is negligible. (Rule: at most 1 %.)",
        where,
      },
      n >= 4096,
      share <= 0.01,
      `${(100 * share).toFixed(1)} % at n = ${n}; with the Newton steps of Section 3.3, which the timed search in print does not have, ${((100 * search) / fast).toFixed(1)} %.`,
    ),
  ];
}

const description =
  "The paper's point: a search for μ that factors a matrix for each value takes O(n³) a value, one in canonical coordinates a single " +
  "decomposition, O(n³) once, and O(n²) a value. *Direct* factors and inverts K² + μI at 21 values of μ; *canonical* decomposes K, tries " +
  "the same 21 values and goes on by Newton steps; *the search alone* leaves the decomposition out, and *the 21 values alone* the Newton steps too, which is what the paper times. Times are wall-clock seconds on " +
  "the machine of the run, one job at a time, the fastest of at least two; they depend on the machine and on what else it did, the " +
  "slopes less so. The printed times are those of another machine twenty years ago and are not compared.";
