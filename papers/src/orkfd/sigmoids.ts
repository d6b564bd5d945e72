import { numeric } from "kernelbayes/numeric";
import { curveChart } from "@kernelbayes/report";
import { svgDocument } from "@kernelbayes/report/node";
import { figureText } from "../markdown.ts";
import type { Study } from "../paper.ts";

const sharpnesses = [1, 2, 5, 10];
const file = "orkfd-figure-1.svg";

/** The sigmoid curves that stand for the step of counted errors. */
export function orkfdSigmoids(): Study {
  return {
    title: "Figure 1: the step and its smooth approximations",
    shows: ["Figure 1"],
    stages: [],
    part: () => ({
      text: [
        "The leave-one-out error counts rows whose margin z is negative. To have derivatives, the step is replaced by 1 − φ(z), " +
          "φ(z) = 1/(1 + e^(−γz)). The paper does not say which γ it uses; ours is 10.",
        figureText(file, "The error of a row by its margin, counted (dashed) and smoothed with γ = 1, 2, 5 and 10."),
      ].join("\n\n"),
      drawings: [{ file, svg: drawing() }],
      verdicts: [],
    }),
  };
}

function drawing(): string {
  const margins = Array.from({ length: 201 }, (_, at) => (at - 100) / 50);
  return curveChart(
    [
      {
        name: "counted",
        isDashed: true,
        points: [
          { x: -2, y: 1 },
          { x: 0, y: 1 },
          { x: 0, y: 0 },
          { x: 2, y: 0 },
        ],
      },
      ...sharpnesses.map((gamma) => ({
        name: `γ = ${gamma}`,
        points: margins.map((x) => ({ x, y: numeric.sigmoid(-gamma * x) })),
      })),
    ],
    {
      document: svgDocument(),
      title: "The error of a row, counted and smoothed",
      x: { label: "margin z" },
      y: { label: "error of the row" },
    },
  );
}
