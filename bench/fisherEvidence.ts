import { bayesianFisher, fitSync, gaussian, type Kernel } from "kernelbayes";
import { ringnorm } from "kernelbayes/data";
import { type Engine } from "kernelbayes/engine";
import { composite, nugget, scale, sum } from "kernelbayes/kernels";
import { matrices } from "kernelbayes/numeric";
import { evaluateFisher, fisherContrasts, type FisherTask } from "#kernelbayes/internal";
import type { Row } from "./benchmark.ts";
import { cpuMilliseconds, rounded, timed } from "./cpuTime.ts";
import { encodedTable } from "./encodedTable.ts";
import type { PartReport, PartSettings } from "./part.ts";
import { atMost, type Verdict } from "./verdict.ts";

const { addToDiagonal } = matrices;

const lengthScale = 4;
const columns = 20;
const kernels: Readonly<Record<string, Kernel>> = {
  gaussian: sum(scale(gaussian({ lengthScale })), nugget({ variance: 0.1 })),
  "gaussian, one length scale a column": sum(
    scale(gaussian({ lengthScale: new Array<number>(columns).fill(lengthScale), relevance: "each" })),
    nugget({ variance: 0.1 }),
  ),
  composite: composite({ inverseSquaredLength: 1 / lengthScale ** 2, nugget: 0.1 }).forColumns(
    Array.from({ length: columns }, (_, j) => j),
  ),
};

/** θ₂ at which the eight searches start, over the median squared distance of two rows. */
const starts = Array.from({ length: 8 }, (_, k) => 10 ** (k - 4));
const fitRows = 400;
/** The target is for orders from this one on. */
const targetFrom = 1000;

/** The Bayesian Fisher discriminant in units of Cholesky factorizations: one evaluation, and a whole fit. */
export function evidencePart({ engines, sizes, repeats, tell }: PartSettings): PartReport {
  const orders = sizes ?? [1000];
  const evaluations: Row[] = [];
  const verdicts: Verdict[] = [];
  for (const engine of engines) {
    for (const n of orders) {
      const task = taskOf(n);
      for (const [name, kernel] of Object.entries(kernels)) {
        tell(`bfd: ${engine.name}, n = ${n}, ${name}`);
        const { cholesky, evaluation } = fastest(engine, kernel, task, repeats);
        evaluations.push({
          engine: engine.name,
          n,
          kernel: name,
          parameters: kernel.parameters.length + 1,
          "Cholesky ms": rounded(cholesky),
          "evidence and gradient ms": rounded(evaluation),
          ratio: (evaluation / cholesky).toFixed(2),
        });
        if (n < targetFrom) continue;
        verdicts.push(
          atMost(`bfd: evidence and gradient / Cholesky, ${name}, ${engine.name}, n = ${n}`, evaluation / cholesky, 8),
        );
      }
    }
  }
  return {
    sections: [
      { title: `BFD: one evaluation of evidence and gradient, ringnorm, ${columns} columns`, rows: evaluations },
      {
        title: `BFD: a whole fit, ${starts.length} starts, ringnorm, n = ${fitRows}, ${columns} columns`,
        rows: engines.map((engine) => {
          tell(`bfd: whole fit, ${engine.name}`);
          return wholeFit(engine, repeats);
        }),
        notes: ["A fit includes leave-one-out and what predictions need. Times are the fastest of the repeats."],
      },
    ],
    verdicts,
  };
}

function taskOf(n: number): FisherTask {
  const { X, classes } = encodedTable(ringnorm({ rows: n, seed: n }));
  return { X, contrasts: fisherContrasts(classes) };
}

/** The fastest evaluation and the fastest factorization of the same kernel matrix, in turn. */
function fastest(
  engine: Engine,
  kernel: Kernel,
  task: FisherTask,
  repeats: number,
): { readonly cholesky: number; readonly evaluation: number } {
  const K = addToDiagonal(kernel.matrix(engine, task.X), 0.1);
  let cholesky = Infinity;
  let evaluation = Infinity;
  // The first runs compile and touch their memory for the first time; a search makes some tens of evaluations.
  for (let run = 0; run < evaluationsOf(repeats); run++) {
    cholesky = Math.min(
      cholesky,
      cpuMilliseconds(() => factored(engine, K)),
    );
    evaluation = Math.min(
      evaluation,
      cpuMilliseconds(() => evaluateFisher(engine, kernel, 1, task)),
    );
  }
  return { cholesky, evaluation };
}

/** Single evaluations are short, and a neighbour's work disturbs some of them: as many as a search on all rows makes. */
function evaluationsOf(repeats: number): number {
  return Math.max(20, 3 * repeats);
}

function factored(engine: Engine, K: Parameters<Engine["cholesky"]>[0]): void {
  if (!engine.cholesky(K).ok) throw new Error("The kernel matrix was not factored.");
}

function wholeFit(engine: Engine, repeats: number): Row {
  const table = ringnorm({ rows: fitRows, seed: fitRows });
  const { X } = encodedTable(table);
  const K = kernels.gaussian.matrix(engine, X);
  const model = bayesianFisher({ starts });
  let fit = Infinity;
  let cholesky = Infinity;
  let evidence: number | undefined;
  for (let run = 0; run < repeats; run++) {
    for (let again = 0; again < 10; again++) {
      cholesky = Math.min(
        cholesky,
        cpuMilliseconds(() => factored(engine, K)),
      );
    }
    const { result, milliseconds } = timed(() => fitSync(model, table, { target: "class", engine }));
    fit = Math.min(fit, milliseconds);
    evidence = result.evidence;
  }
  return {
    engine: engine.name,
    "Cholesky ms": rounded(cholesky),
    "fit ms": rounded(fit),
    "Cholesky units": Math.round(fit / cholesky),
    "log evidence": evidence === undefined ? "-" : evidence.toFixed(3),
  };
}
