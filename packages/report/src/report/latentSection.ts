import { latentHistogramChart } from "../charts/latentHistogramChart.ts";
import { mostClasses } from "../charts/judgedRows.ts";
import { logOddsMatrix, type Findings } from "./findings.ts";
import { markup } from "./markup.ts";
import type { Section } from "./section.ts";

/** What lies behind the probabilities, on rows that were learned from and on others. */
export function latentSection(findings: Findings): Section | undefined {
  const { posterior, heldOut } = findings;
  if (!heldOut) return undefined;
  const { classes, training } = posterior;
  const label = heldOut.hasLatent ? "latent output" : "log odds";
  const isPair = classes.length === 2;
  return {
    id: "latent",
    title: "Behind the probabilities",
    gist: `${label} on training and on held-out rows`,
    group: "model",
    content: [
      markup`<p>
        Each probability comes from a number, the ${label}: 0 means even odds, 3 about 95 to 5 for the class, −3 about 95 to
        5 against it.${
          isPair ? ` The one of ${classes[1]} is shown.` : " Each class has one of its own."
        }${classes.length > mostClasses ? ` The ${mostClasses} classes with the most rows are shown.` : ""}
        Training rows were seen in the fit, held-out rows were not: where the classes lie much further apart on training
        rows, the model is overfitted.
      </p>`,
      {
        name: "latent",
        title: "Latent outputs by class",
        words: "Classes that overlap little are separated well. The two sets of rows should look alike.",
        draw(options) {
          const prediction = findings.trainingPrediction();
          const latent = heldOut.hasLatent ? prediction.latentMean : logOddsMatrix(prediction.logProbabilities);
          return latentHistogramChart(
            classes,
            [
              { name: "training rows", latent, rowClasses: training.classes },
              { name: "held-out rows", latent: heldOut.latent, rowClasses: heldOut.truth },
            ],
            { ...options, label },
          );
        },
      },
    ],
  };
}
