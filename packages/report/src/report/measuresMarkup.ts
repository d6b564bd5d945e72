import { rarestClass } from "kernelbayes/evaluate";
import { intervalText } from "../figureText.ts";
import type { HeldOut } from "./findings.ts";
import { howJudged } from "./howJudged.ts";
import { htmlTable } from "./htmlTable.ts";
import { markup, type Markup } from "./markup.ts";
import { measureText, type Measure } from "./measures.ts";
import { linkTo } from "./section.ts";
import { counted, fixedText, groupedDigits, shownRate } from "./words.ts";

/** The measures besides the error rate, which has an answer of its own. */
export function keyFigures(measures: readonly Measure[]): Markup {
  return markup`<dl class="strip">
    ${measures
      .filter(({ name }) => name !== "Error rate" && name !== "Brier score")
      .map(({ name, value, interval, note }) => {
        const text = measureText(name);
        const below = interval ? intervalText(interval, text) : note;
        return markup`<div>
          <dt>${name}</dt>
          <dd>${text(value)}${below === undefined ? undefined : markup`<small>${below}</small>`}</dd>
        </div>`;
      })}
  </dl>`;
}

/** The error rate in words, a table of all measures, and what was found of the rarest class. */
export function goodness(heldOut: HeldOut, measures: readonly Measure[]): Markup {
  const [error] = measures;
  const range = error.interval ? ` (95 % interval: ${intervalText(error.interval, shownRate)})` : "";
  return markup`<p>
      About ${shownRate(error.value)} of new rows like these would get a wrong label${range}. Always answering
      the most frequent class would get ${shownRate(error.baseline ?? 0)} wrong. This was measured
      ${howJudged(heldOut)}.
    </p>
    ${measureTable(`Measures of ${counted(heldOut.truth.length, "held-out row")}`, measures)} ${rarest(heldOut) ?? []}`;
}

/** All measures with their intervals, and what each means. */
export function measureTable(caption: string, measures: readonly Measure[]): Markup {
  return markup`${htmlTable(
    caption,
    [
      { title: "Measure" },
      { title: "Value", isNumber: true },
      { title: "95 % interval", isNumber: true },
      { title: "By class frequencies alone", isNumber: true },
      { title: "Meaning", isLong: true },
    ],
    measures.map(({ name, value, interval, baseline, meaning }) => {
      const text = measureText(name);
      return [
        name,
        text(value),
        interval ? intervalText(interval, text) : "–",
        baseline === undefined ? "–" : text(baseline),
        meaning,
      ];
    }),
  )}`;
}

/** What was found of the rarest class, which a small error rate says little about. */
function rarest({ scores, classes, truth }: HeldOut): Markup | undefined {
  if (new Set(Array.from(truth)).size < 2) return undefined;
  const { number, rows, found, missed, falseAlarms, rest, recall, precision, f1 } = rarestClass(scores.confusion);
  const name = classes[number];
  return markup`<p>
      Of ${counted(rows, "row")} of the rarest class, ${name}, ${groupedDigits(found)} were found (recall ${shownRate(recall)}) and
      ${groupedDigits(missed)} missed. Of ${counted(found + falseAlarms, "row")} labeled ${name}, ${groupedDigits(found)} are right
      (precision ${shownRate(precision)}); F1 is ${fixedText(f1)}. <a href="${linkTo("confusion")}">All classes</a>
    </p>
    ${htmlTable(
      `Decisions about ${name}, the rarest class`,
      [
        { title: "True class" },
        { title: `labeled ${name}`, isNumber: true },
        { title: "labeled otherwise", isNumber: true },
      ],
      [
        [`is ${name}`, groupedDigits(found), groupedDigits(missed)],
        [`is not ${name}`, groupedDigits(falseAlarms), groupedDigits(rest)],
      ],
    )}`;
}
