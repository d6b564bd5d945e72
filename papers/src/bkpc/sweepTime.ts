import { curveChart } from "@kernelbayes/report";
import { svgDocument } from "@kernelbayes/report/node";
import type { Job } from "@kernelbayes/experiment";
import type { Experiment } from "@kernelbayes/experiment/node";
import { doneRows, operationsOf } from "../fitJob.ts";
import { figureText, markdownTable } from "../markdown.ts";
import { judgedClaim } from "../benchmark/benchmarkFigures.ts";
import type { ReproduceSettings, Study } from "../paper.ts";
import type { SweepKind } from "./chainInput.ts";
import type { SweepTime, SweepTimeOptions } from "./sweepTimeTask.ts";
import { wideProblems, type WideProblem } from "./wideProblems.ts";
import { wideTaskJob } from "./wideTaskJob.ts";

const file = "bkpc-figure-7b.svg";
const kinds: Readonly<Record<SweepKind, string>> = { plain: "plain sweeps", default: "sweeps with joint moves" };
const usualCounts = [1, 2, 4, 7, 9, 15, 30, 60, 110];

/** A time that is taken. */
interface TimedSweep extends SweepTimeOptions {
  readonly job: Job<Experiment>;
}

/** The time of a sweep by the number of projections. */
export function bkpcSweepTime(settings: ReproduceSettings, counts: readonly number[] = usualCounts): Study {
  const problem = wideProblems(settings.directory).at(-1)!;
  const { rows, classes } = problem.size;
  const sizes = counts.filter((count) => count < rows);
  const timed = (Object.keys(kinds) as SweepKind[]).flatMap((kind) =>
    [...sizes, 0].map((components): TimedSweep => ({
      kind,
      components,
      job: sweepJob(problem, { kind, components }, settings),
    })),
  );
  const jobs = timed.map(({ job }) => job);
  return {
    title: "Figure 7(b): the time of a sweep by the number of projections",
    shows: ["Figure 7"],
    stages: [{ operations: operationsOf(jobs), isTimed: true, jobs: () => jobs }],
    part(all) {
      const done = timed.flatMap((each) => doneRows(all, [each.job]).map((row) => ({ ...each, row })));
      const microseconds = (kind: SweepKind, components: number): number | undefined => {
        const found = done.find((each) => each.kind === kind && each.components === components);
        return found && 1e6 * (JSON.parse(found.row.found) as SweepTime).cpuSeconds;
      };
      const curves = (Object.keys(kinds) as SweepKind[]).flatMap((kind) => {
        const onRows = microseconds(kind, 0);
        return [
          {
            name: `BKPC, ${kinds[kind]}`,
            hasDots: true,
            points: sizes.flatMap((x) => {
              const y = microseconds(kind, x);
              return y === undefined ? [] : [{ x, y }];
            }),
          },
          {
            name: `BMKC, ${kinds[kind]}`,
            isDashed: true,
            points: onRows === undefined ? [] : [sizes[0], sizes.at(-1)!].map((x) => ({ x, y: onRows })),
          },
        ];
      });
      if (done.length === 0) return { text: `${description}\n\nNothing was timed.`, drawings: [], verdicts: [] };
      return {
        text: [
          description,
          `Here ${problem.name}, ${rows} training rows and ${classes ?? 2} classes, the first split.`,
          figureText(
            file,
            "Figure 7 (b): CPU microseconds of a sweep by the number of components, on logarithmic axes; dashed, a sweep with a coefficient for every row.",
          ),
          markdownTable(
            [...sizes, 0].map((components) => ({
              "n′": components === 0 ? "every row (BMKC)" : components,
              ...Object.fromEntries(
                (Object.keys(kinds) as SweepKind[]).map((kind) => [
                  `${kinds[kind]}, µs`,
                  String(Number((microseconds(kind, components) ?? Number.NaN).toPrecision(3))),
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
              title: `${problem.name}: the time of a sweep`,
              x: { label: "components n′", scale: "log" },
              y: { label: "CPU microseconds", scale: "log" },
            }),
          },
        ],
        verdicts: [],
        claims: [
          judgedClaim(
            {
              claim:
                "Few projections save much time: 100 000 sweeps take 110 minutes with a coefficient for every row, and a fraction of that with seven projections. (Rule: a plain sweep takes less than a tenth.)",
              where: "Section 6, Figure 7",
            },
            microseconds("plain", 7) !== undefined && microseconds("plain", 0) !== undefined,
            (microseconds("plain", 7) ?? Infinity) < (microseconds("plain", 0) ?? 0) / 10,
            `${(microseconds("plain", 7) ?? Number.NaN).toPrecision(3)} µs with seven projections, ${(microseconds("plain", 0) ?? Number.NaN).toPrecision(3)} µs with every row.`,
          ),
        ],
      };
    },
  };
}

function sweepJob(problem: WideProblem, options: SweepTimeOptions, settings: ReproduceSettings): Job<Experiment> {
  return wideTaskJob(
    problem,
    {
      task: "reproduceSweepTime",
      partition: problem.splits[0],
      method: "projection-sweep",
      options: { ...options },
      // Repeated until a quarter of a second has passed.
      operations: 1e9,
    },
    settings,
  );
}

const description =
  "The paper's case for few projections is also one of time: with a coefficient for every row (BMKC) each sweep factors a matrix of as many rows for each " +
  "class, and with n′ projections, in the paper, one of order n′. Here a sweep on projections factors nothing, because they are orthogonal to each other, and costs n n′ " +
  "for each class. *Plain sweeps* draw the latent predictors by Metropolis steps of deviation 10, as the authors' program does; *sweeps with joint moves* are what the models do by default, ten to fifty times " +
  "the work and worth more than that in independent draws; beyond 400 coefficients, and with one for every row, they move together in twelve directions of each class instead of all. Times are CPU seconds, the least of at least two runs, one at a time; the printed ones are those " +
  "of another machine and are not compared.";
