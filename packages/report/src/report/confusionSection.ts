import { confusionChart } from "../charts/confusionChart.ts";
import type { Findings, HeldOut } from "./findings.ts";
import { markup, type Markup } from "./markup.ts";
import { htmlTable } from "./htmlTable.ts";
import type { Section } from "./section.ts";
import { groupedDigits, percentText, shownRate } from "./words.ts";

/** A matrix of more classes is not drawn, and of more classes than fit beside each other no table of all decisions is shown. */
const [mostDrawn, mostBeside] = [30, 12];
const mostListed = 20;

/** Which classes are taken for which. */
export function confusionSection({ heldOut }: Pick<Findings, "heldOut">): Section | undefined {
  if (!heldOut) return undefined;
  const { classes, scores } = heldOut;
  const mistakes = mistakesOf(heldOut);
  const isDrawn = classes.length <= mostDrawn;
  return {
    id: "confusion",
    title: "Mistakes",
    gist: mistakes.length === 0 ? "none" : `most often ${mistakes[0].actual} predicted as ${mistakes[0].decided}`,
    group: "quality",
    content: [
      markup`<p>
        ${
          mistakes.length === 0
            ? "Every row was given its true label."
            : `Most frequent mistake: ${mistakes[0].actual} predicted as ${mistakes[0].decided} (${mistakes[0].count} of ${mistakes[0].of} rows).`
        }${isDrawn ? "" : ` There are ${classes.length} classes, too many for a matrix: the most frequent mistakes are listed.`}
      </p>`,
      ...(isDrawn
        ? [
            {
              name: "confusion",
              title: "Confusion matrix",
              words: "Rows are true classes, columns predicted ones; correct predictions lie on the diagonal.",
              table: classTable(heldOut),
              draw: (options) => confusionChart({ classes, counts: scores.confusion }, options),
            } satisfies Section["content"][number],
          ]
        : [classTable(heldOut)]),
      ...(classes.length > mostBeside && mistakes.length > 0
        ? [
            htmlTable(
              `The ${Math.min(mostListed, mistakes.length)} most frequent mistakes`,
              [
                { title: "True class" },
                { title: "Decided" },
                { title: "Rows", isNumber: true },
                { title: "Share of the true class", isNumber: true },
              ],
              mistakes
                .slice(0, mostListed)
                .map(({ actual, decided, count, of }) => [
                  actual,
                  decided,
                  groupedDigits(count),
                  percentText(count / of),
                ]),
            ),
          ]
        : []),
    ],
  };
}

function classTable({ classes, scores }: HeldOut): Markup {
  const { confusion, precisionRecall } = scores;
  const C = classes.length;
  return htmlTable(
    "Decisions by class",
    [
      { title: "Class" },
      { title: "Rows", isNumber: true },
      { title: "Recall", isNumber: true },
      { title: "Precision", isNumber: true },
      ...(C <= mostBeside ? classes.map((label) => ({ title: `predicted ${label}`, isNumber: true })) : []),
    ],
    classes.map((label, q) => {
      const line = confusion.data.subarray(q * C, (q + 1) * C);
      const { precision, recall } = precisionRecall.perClass[q];
      return [
        label,
        groupedDigits(line.reduce((sum, count) => sum + count, 0)),
        shownRate(recall),
        shownRate(precision),
        ...(C <= mostBeside ? Array.from(line, groupedDigits) : []),
      ];
    }),
  );
}

interface Mistake {
  readonly actual: string;
  readonly decided: string;
  readonly count: number;
  /** Rows of the true class. */
  readonly of: number;
}

function mistakesOf({ classes, scores }: HeldOut): Mistake[] {
  const { data, columns: C } = scores.confusion;
  return Array.from(data.keys())
    .filter((at) => Math.floor(at / C) !== at % C && data[at] > 0)
    .map((at) => {
      const q = Math.floor(at / C);
      const of = data.subarray(q * C, (q + 1) * C).reduce((sum, count) => sum + count, 0);
      return { actual: classes[q], decided: classes[at % C], count: data[at], of };
    })
    .toSorted((a, b) => b.count - a.count);
}
