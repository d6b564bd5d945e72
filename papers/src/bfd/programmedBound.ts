import { bayesianFisher, fitSync } from "kernelbayes";
import { selectEngine } from "kernelbayes/engine";
import { composite } from "kernelbayes/kernels";
import { markdownTable } from "../markdown.ts";
import type { ReproduceSettings } from "../paper.ts";
import { studyRows } from "../studyData.ts";
import { featureMatrix } from "./featureMatrix.ts";
import { precisionPrior } from "./models.ts";
import { printedComposite, recordedSettings, type PrintedComposite } from "./recorded.ts";
import { toySets } from "./toySets.ts";

const encoding = { standardize: "none" } as const;

/** The bound of Algorithm 1 as printed at the kernels of Table 1: as it should be, and as the authors' program reported it. */
export function programmedBounds(settings: ReproduceSettings): string[] {
  const { directory } = settings;
  const recorded = recordedSettings(directory, "ard");
  const rows = toySets.flatMap(({ name }) => {
    const printed = printedComposite(directory, name);
    const record = recorded.get(name)?.bound;
    if (!printed || record === undefined) return [];
    const { precision, bound, programmed } = boundsAt(name, printed, settings);
    return [
      {
        set: name,
        "β at which Algorithm 1 rests": precision.toFixed(4),
        "bound (29)": bound.toFixed(2),
        "with −½ log det Σ in place of +½": programmed.toFixed(2),
        "the authors' record": record.toFixed(2),
      },
    ];
  });
  return rows.length > 0 ? [description, markdownTable(rows)] : [];
}

/** β of the printed algorithm at a kernel that is kept, and the bound there with log p(β), in both signs. */
function boundsAt(
  dataset: string,
  printed: PrintedComposite,
  { directory, seed, engine: named }: Pick<ReproduceSettings, "directory" | "seed" | "engine">,
): { readonly precision: number; readonly bound: number; readonly programmed: number } {
  const engine = selectEngine(named);
  const { train, target } = studyRows({ directory, dataset, partition: 1, seed }, { source: "toy" });
  const kernel = composite({
    inverseSquaredLength: Math.exp(printed.inverseSquaredLength),
    variance: Math.exp(printed.variance),
    bias: Math.exp(printed.bias),
    nugget: Math.exp(printed.nugget),
    linear: Math.exp(printed.linear),
    relevance: printed.relevance.map(Math.exp),
    fixed: ["inverseSquaredLength", "variance", "bias", "nugget", "linear", "relevance"],
  });
  const model = bayesianFisher({
    kernel,
    hyperparameters: "em-as-printed",
    precisionPrior,
    calibration: "none",
    rank: "all",
  });
  const posterior = fitSync(model, train, { target, ...encoding, engine: named, seed });
  const { precision, trace } = posterior.toDocument().parameters as { precision: number; trace: readonly number[] };
  const bound = trace[trace.length - 1];
  const X = featureMatrix(train, target, encoding);
  const cholesky = engine.cholesky(kernel.matrix(engine, X));
  if (!cholesky.ok) throw new RangeError(`The kernel of Table 1 is not positive definite on ${dataset}.`);
  let logK = 0;
  for (let i = 0; i < X.rows; i++) logK += 2 * Math.log(cholesky.factor.data[i * X.rows + i]);
  // The bound is (n/2) log(β/2π) − ½ log |I + βKL| + log p(β), and |Σ| = |K|/|I + βKL|.
  const { shape, rate } = precisionPrior;
  const logPrior =
    shape * Math.log(rate) - 0.5 * Math.log(Math.PI) + (shape - 1) * Math.log(precision) - rate * precision;
  const logRatio = X.rows * Math.log(precision / (2 * Math.PI)) + 2 * (logPrior - bound);
  return { precision, bound, programmed: bound - (logK - logRatio) };
}

const description =
  "Table 1 can be checked by the value that the authors' program reported with it. Their program climbed an objective of the right sign, but the bound that it reported took a factor of Σ for one of Σ⁻¹, so that log |Σ| has the wrong sign. " +
  "With the kernel of Table 1, β from equation 32 and that sign, the record comes out to what four printed decimals allow. So Table 1 is in the order of the program. It is also where the printed algorithm had drifted: equation 30 leaves the distance of the class means out, the variances of all parts but the constant shrink from iteration to iteration, and β ends near one over the constant.";
