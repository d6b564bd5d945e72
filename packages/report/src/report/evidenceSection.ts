import { evidenceContourChart } from "../charts/evidenceContourChart.ts";
import type { Findings } from "./findings.ts";
import { markup } from "./markup.ts";
import type { Section } from "./section.ts";
import { numberText } from "./words.ts";

/** The evidence over two hyperparameters, where it was computed. */
export function evidenceSection({ input, posterior }: Findings): Section | undefined {
  const surface = input.evidence;
  if (!surface) return undefined;
  const { parameters, optimum } = surface;
  return {
    id: "evidence",
    title: "How the settings were chosen",
    gist: `the evidence over ${parameters[0]} and ${parameters[1]}`,
    group: "model",
    content: [
      markup`<p>
        The evidence is the probability of the training labels, averaged over all functions that the model allows for.
        It chooses the settings without held-out rows: too stiff a model cannot explain the labels, too flexible a one
        could explain any. The search ended at ${parameters[0]} ${numberText(optimum[0])} and ${parameters[1]}
        ${numberText(optimum[1])}${
          posterior.evidence === undefined ? "" : `, with the log evidence ${numberText(posterior.evidence)}`
        };
        all other settings keep the values chosen with them, or are chosen anew.
      </p>`,
      {
        name: "evidence",
        title: "Log evidence over two settings",
        words:
          "The most strongly colored region holds the settings that explain the rows best; the cross should lie in it. A long ridge means that only a combination of the two matters.",
        draw: (options) => evidenceContourChart(surface, options),
      },
    ],
  };
}
