import type { KernelDocument } from "kernelbayes/kernels";
import { markdownTable } from "../markdown.ts";
import type { ReproduceSettings } from "../paper.ts";
import { printedComposite, type PrintedComposite } from "./recorded.ts";
import type { DoneToyFit } from "./toyFits.ts";
import { toySets, type ToySet } from "./toySets.ts";

/** A column has ceased to matter when its weight is this much smaller than the other's, on the scale of logarithms. */
const leastLogRatio = 5;

/** Table 1 beside ours: the hyperparameters of the composite kernel under the paper's prior of β, and under a narrower one. */
export function compositeTable(
  ours: readonly DoneToyFit[],
  narrow: readonly DoneToyFit[],
  { directory }: ReproduceSettings,
): string {
  const rows = toySets.flatMap((set) => {
    const printed = printedComposite(directory, set.name);
    return [
      ...(printed ? [cellsOf(set, "printed", printed)] : []),
      ...found(ours, set).map((values) => cellsOf(set, "ours, the paper's prior of β", values)),
      ...found(narrow, set).map((values) => cellsOf(set, "ours, rate 5 in place of ½", values)),
    ];
  });
  return [description, markdownTable(rows)].join("\n\n");
}

function found(done: readonly DoneToyFit[], { name }: ToySet): PrintedComposite[] {
  return done.flatMap(({ fit, found: { kernel } }) => (fit.set === name && kernel ? [logarithmsOf(kernel)] : []));
}

/** The parameters of a composite kernel, in logarithms. */
function logarithmsOf(kernel: KernelDocument): PrintedComposite {
  const logOf = (name: string): number => Math.log(kernel[name] as number);
  const [first, second] = (kernel.relevance as readonly number[]).map(Math.log);
  return {
    inverseSquaredLength: logOf("inverseSquaredLength"),
    variance: logOf("variance"),
    bias: logOf("bias"),
    nugget: logOf("nugget"),
    linear: logOf("linear"),
    relevance: [first, second],
  };
}

function cellsOf({ name, relevant }: ToySet, source: string, values: PrintedComposite): Record<string, string> {
  const { inverseSquaredLength, variance, nugget, linear, relevance } = values;
  const ratio = relevance[0] - relevance[1];
  const matter = Math.abs(ratio) < leastLogRatio ? "both" : ratio < 0 ? "x₂" : "x₁";
  const expected = relevant === 2 ? "both" : "x₂";
  return {
    set: name,
    source,
    "log θ₂w₁": (inverseSquaredLength + relevance[0]).toFixed(1),
    "log θ₂w₂": (inverseSquaredLength + relevance[1]).toFixed(1),
    "log w₁/w₂": ratio.toFixed(1),
    "log θ₁": variance.toFixed(1),
    "log nugget": nugget.toFixed(1),
    "log θ₃w₂": (linear + relevance[1]).toFixed(1),
    "columns that matter": matter === expected ? matter : `**${matter}**`,
  };
}

const description =
  "The paper prints the logarithms of the seven hyperparameters of each toy set. Only products can be compared, since (θ₂/c, θ₃/c, c·w) is the same kernel for every c: θ₂w are the inverse squared length scales of the two columns, θ₁ and the nugget are variances, θ₃w belongs to the linear part. " +
  "The numbers in print are in the order of the authors' program, not in that of the equation, as the bounds below show. They cannot be expected to agree: the printed kernel update (equation 30) leaves the distance of the class means out, and shrinks every part of the kernel but its constant. " +
  `What can be compared is which columns matter. A column has ceased to when its weight is e^${leastLogRatio} times smaller than the other's; bold is what is not so in the data. On overlap the prior of the paper, which favours a large β, keeps both columns, while a narrower one, the default of this library, switches the useless one off.`;
