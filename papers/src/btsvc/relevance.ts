import { relevanceChart, type ColumnWeight } from "@kernelbayes/report";
import { svgDocument } from "@kernelbayes/report/node";
import type { ResultRow } from "@kernelbayes/experiment/node";
import { foundOf } from "../found.ts";
import { figureText } from "../markdown.ts";
import type { Drawing, Study } from "../paper.ts";

const problems = ["image", "splice"];
/** The columns of splice that the paper also takes alone. */
const around = { first: 28, last: 34 };

/** The study of length scales with drawings of how much each column matters, and how many of the relevant ones of splice lie around the junction. */
export function withRelevance(study: Study): Study {
  return {
    ...study,
    part(rows) {
      const { text, drawings, ...others } = study.part(rows);
      const drawn = problems.flatMap((problem) => drawingOf(problem, rows));
      return {
        text: [text, ...drawn.map(({ drawing, caption }) => figureText(drawing.file, caption))].join("\n\n"),
        drawings: [...drawings, ...drawn.map(({ drawing }) => drawing)],
        ...others,
      };
    },
  };
}

function drawingOf(problem: string, rows: readonly ResultRow[]): { drawing: Drawing; caption: string }[] {
  const own = rows.filter(
    ({ dataset, method, status, options }) =>
      dataset === problem && method === "btsvc" && status === "done" && !options.includes('"columns"'),
  );
  const relevances = own.map((row) => foundOf(row).relevance).filter((relevance) => relevance !== undefined);
  if (relevances.length === 0) return [];
  const weights: ColumnWeight[] = relevances[0].map((_, column) => ({
    name: `x${column + 1}`,
    weight: Math.exp(
      relevances.reduce((sum, relevance) => sum + Math.log(Math.max(relevance[column], Number.MIN_VALUE)), 0) /
        relevances.length,
    ),
  }));
  const ranked = weights.toSorted((a, b) => b.weight - a.weight).map(({ name }) => name);
  return [
    {
      drawing: {
        file: `btsvc-relevance-${problem}.svg`,
        svg: relevanceChart(weights, { document: svgDocument(), title: `Relevance of the columns of ${problem}` }),
      },
      caption:
        `The relevance 1/ℓ² of each column of ${problem} by the trigonometric classifier, geometric mean over the partitions. ` +
        (problem === "splice" ? junctionText(ranked) : `The most relevant are ${ranked.slice(0, 5).join(", ")}.`),
    },
  ];
}

function junctionText(ranked: readonly string[]): string {
  const { first, last } = around;
  const names = Array.from({ length: last - first + 1 }, (_, at) => `x${first + at}`);
  const inside = ranked.slice(0, names.length).filter((name) => names.includes(name));
  return (
    `Of the ${names.length} most relevant ${inside.length} are among the columns ${first} to ${last}, those around the junction, which the ` +
    "paper also takes alone."
  );
}
