import { numeric } from "kernelbayes/numeric";
import { curveChart } from "@kernelbayes/report";
import { svgDocument } from "@kernelbayes/report/node";
import { figureText, markdownTable } from "../markdown.ts";
import type { Study } from "../paper.ts";

const file = "bfd-figure-5.svg";
/** β of the drawing. */
const drawn = 2;
const tabled = [0.25, 1, 4, 9];
const places = Array.from({ length: 321 }, (_, at) => (at - 160) / 40);

/** Figure 5: the error that a distance d = 2 of the class means and a precision β imply. */
export function bfdImpliedError(): Study {
  return {
    title: "Figure 5: the error that β and d imply",
    shows: ["Figure 5"],
    stages: [],
    part: () => ({
      text: [
        "If the projections of both classes are normal with the same precision β, and their means lie d = 2 apart, the classes overlap by a known share. For classes of equal size the rule that decides halfway " +
          "misclassifies E = ½ − ½ erf(√(β/2)) of the rows. So a prior of β is one of the error, and β ~ gamma(½, ½) makes all errors nearly equally probable. The paper draws the sketch, without numbers; here β is 2.",
        figureText(
          file,
          `Two normal classes with means −1 and 1 and precision ${drawn}. The shaded area, halved, is the error: ${(100 * impliedError(drawn)).toFixed(1)} %.`,
        ),
        markdownTable(tabled.map((beta) => ({ β: String(beta), "error, %": (100 * impliedError(beta)).toFixed(2) }))),
      ].join("\n\n"),
      drawings: [{ file, svg: drawing() }],
      verdicts: [],
    }),
  };
}

/** ½ − ½ erf(√(β/2)) = Φ(−√β): the share of a class beyond the middle, one unit from its mean. */
function impliedError(beta: number): number {
  return numeric.normalCdf(-Math.sqrt(beta));
}

function density(x: number, mean: number): number {
  return Math.sqrt(drawn / (2 * Math.PI)) * Math.exp((-drawn / 2) * (x - mean) ** 2);
}

function drawing(): string {
  const classes = [-1, 1].map((mean, q) => ({
    name: `class of center c${q === 0 ? "₀" : "₁"}`,
    points: places.map((x) => ({ x, y: density(x, mean) })),
  }));
  const overlap = {
    name: "where the classes overlap",
    isFilled: true,
    points: places.map((x) => ({ x, y: Math.min(density(x, -1), density(x, 1)) })),
  };
  return curveChart([...classes, overlap], {
    document: svgDocument(),
    title: "The error that β and d imply",
    x: { label: "projection", domain: [-4, 4] },
    y: { label: "density", domain: [0, 0.6] },
  });
}
