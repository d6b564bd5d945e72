import { encode, kernelComponents, linear, selectEngine, selectRows } from "kernelbayes";
import { componentScatterChart } from "../charts/componentScatterChart.ts";
import { mostClasses } from "../charts/judgedRows.ts";
import type { Findings } from "./findings.ts";
import { markup } from "./markup.ts";
import { kernelOf } from "../charts/kernelOf.ts";
import { once } from "./once.ts";
import type { Section } from "./section.ts";
import { someRows } from "./someRows.ts";

/** The decomposition takes the cube of the rows, and more dots would hide each other. */
const mostRows = 500;
const mostComponents = 3;

/** Training rows along the directions in which they vary most, as the kernel of the model sees them. */
export function componentsSection(findings: Findings): Section | undefined {
  const { posterior, training } = findings;
  const { classes, encoding } = posterior;
  if (classes.length > mostClasses || posterior.training.rows.length < 4) return undefined;
  const kernel = kernelOf(posterior);
  if (kernel?.kind === "precomputed") return undefined;
  const rows = someRows(posterior.training.classes, mostRows);
  const components = once(() =>
    kernelComponents(selectEngine(), kernel ?? linear(), encode(encoding, selectRows(training, rows)), {
      count: mostComponents,
    }),
  );
  return {
    id: "components",
    title: "The rows at a glance",
    content: [
      markup`<p>
        ${
          kernel
            ? "Kernel principal components: the directions along which the training rows vary most, as the kernel of the model sees them."
            : "Principal components: the directions along which the training rows vary most."
        }
        They are found without the labels; where classes come apart nevertheless, they are easy to
        tell.${rows.length < training.rows ? ` ${rows.length} of ${training.rows} rows are drawn.` : ""}
      </p>`,
      {
        name: "components",
        title: kernel ? "Kernel components" : "Principal components",
        words:
          "Each component against each other, with the distribution of each by class on the diagonal, and its share of the variation.",
        draw(options) {
          const { scores, eigenvalues, total } = components();
          return componentScatterChart(
            {
              classes,
              rowClasses: rows.map((row) => posterior.training.classes[row]),
              scores,
              shares: eigenvalues.map((value) => value / total),
            },
            { ...options, components: mostComponents },
          );
        },
      },
    ],
  };
}
