import { numeric } from "kernelbayes/numeric";
import { curveChart, type Curve } from "@kernelbayes/report";
import { svgDocument } from "@kernelbayes/report/node";
import { figureText } from "../markdown.ts";
import type { Study } from "../paper.ts";

const files = {
  losses: "btsvc-figure-1-losses.svg",
  sums: "btsvc-figure-1-sums.svg",
  likelihoods: "btsvc-figure-1-likelihoods.svg",
};

/** A loss of the margin m = y f, and what the page calls it. */
interface Loss {
  readonly name: string;
  readonly of: (margin: number) => number;
}

/** −2 ln cos(π (1 − m)/4) between −1 and 1; nothing above, and no end below. */
const trigonometricLoss: Loss = {
  name: "trigonometric",
  of: (margin) => (margin >= 1 ? 0 : margin <= -1 ? Infinity : -2 * Math.log(Math.cos((Math.PI * (1 - margin)) / 4))),
};
const softMargins: readonly Loss[] = [
  { name: "soft margin", of: (margin) => Math.max(0, 1 - margin) },
  { name: "soft margin, squared", of: (margin) => Math.max(0, 1 - margin) ** 2 / 2 },
];
const logisticLoss: Loss = { name: "logistic", of: (margin) => -numeric.logSigmoid(margin) };
const losses = [trigonometricLoss, ...softMargins, logisticLoss];

const margins = Array.from({ length: 241 }, (_, at) => (at - 120) / 60);
/** Losses are drawn up to here. */
const highest = 4;

/** Figure 1: what a row costs by its margin, and which of these costs are logarithms of probabilities. */
export function btsvcLosses(): Study {
  return {
    title: "Figure 1: losses and likelihoods",
    shows: ["Figure 1"],
    stages: [],
    part: () => ({
      text: [
        "A loss ℓ of the margin m = y f is a likelihood, P(y | f) = e^(−ℓ(y f)), if the probabilities of both classes add up to 1 whatever f is. " +
          "The losses of support vector machines do not have that property: their sum e^(−ℓ(f)) + e^(−ℓ(−f)) depends on f, so that a prior and such a " +
          "“likelihood” make no model of the labels. The logistic loss has it, but is above zero everywhere, and every row stays in the " +
          "sum that is the function. The trigonometric loss −2 ln cos(π (1 − m)/4) has both: it is exactly 0 from the margin on, and its likelihood " +
          "is normalized, because cos² + sin² = 1. Its price is an infinite loss at m = −1: the function stays within the margin on the wrong side.",
        figureText(
          files.losses,
          "What a row costs by its margin m = y f: the losses of support vector machines, of Gaussian processes (logistic) and of the paper.",
        ),
        figureText(
          files.sums,
          "The sum of both classes' likelihoods, e^(−ℓ(f)) + e^(−ℓ(−f)), by the value f of the function: 1 for the trigonometric and the " +
            "logistic loss, and not for the soft margins.",
        ),
        figureText(files.likelihoods, "The probability of class + by the value f of the function."),
      ].join("\n\n"),
      drawings: [
        {
          file: files.losses,
          svg: chart("The loss of a row", { x: "margin m", y: "loss" }, losses.map(curveOf)),
        },
        {
          file: files.sums,
          svg: chart("Do the classes add up?", { x: "f", y: "sum over both classes" }, losses.map(sumOf)),
        },
        {
          file: files.likelihoods,
          svg: chart("The likelihood of class +", { x: "f", y: "P(+ | f)" }, [
            likelihoodOf("trigonometric", (f) => Math.exp(-trigonometricLoss.of(f))),
            likelihoodOf("logistic", numeric.sigmoid),
            likelihoodOf("probit", numeric.normalCdf),
          ]),
        },
      ],
      verdicts: [],
    }),
  };
}

function curveOf({ name, of }: Loss): Curve {
  const points = margins.map((margin) => ({ x: margin, y: of(margin) })).filter(({ y }) => y <= highest);
  return { name, points };
}

function sumOf(loss: Loss): Curve {
  const { name, of } = loss;
  // Two of the four are the same line.
  return {
    name,
    isDashed: loss === logisticLoss,
    points: margins.map((f) => ({ x: f, y: Math.exp(-of(f)) + Math.exp(-of(-f)) })),
  };
}

function likelihoodOf(name: string, of: (f: number) => number): Curve {
  return { name, points: margins.map((f) => ({ x: f, y: of(f) })) };
}

function chart(title: string, labels: { readonly x: string; readonly y: string }, curves: readonly Curve[]): string {
  return curveChart(curves, { document: svgDocument(), title, x: { label: labels.x }, y: { label: labels.y } });
}
