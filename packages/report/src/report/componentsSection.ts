import { linear, selectRows, type Matrix } from "kernelbayes";
import { selectEngine } from "kernelbayes/engine";
import { kernelComponents } from "kernelbayes/models";
import { encode } from "kernelbayes/table";
import { componentScatterChart } from "../charts/componentScatterChart.ts";
import { projectionSpreadChart } from "../charts/projectionSpreadChart.ts";
import type { ChartOptions } from "../charts/chartOptions.ts";
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

const views = {
  projections: {
    title: "Projections",
    gist: "as the model projects them",
    words: "The directions in which the model sees the training rows when it separates the classes.",
  },
  kernel: {
    title: "Kernel components",
    gist: "as the kernel sees them",
    words:
      "Kernel principal components: the directions along which the training rows vary most, as the kernel of the model sees them. They are found without the labels: classes that separate here are easy to distinguish.",
  },
  plain: {
    title: "Principal components",
    gist: "along their principal components",
    words:
      "Principal components: the directions along which the training rows vary most. They are found without the labels: classes that separate here are easy to distinguish.",
  },
} as const;

/** Training rows along the directions in which they vary most, as the kernel of the model sees them. */
export function componentsSection(findings: Findings): Section | undefined {
  const { posterior, training } = findings;
  const { classes, encoding } = posterior;
  if (classes.length > mostClasses || posterior.training.rows.length < 4) return undefined;
  const kernel = kernelOf(posterior);
  if (kernel?.kind === "precomputed") return undefined;
  const rows = someRows(posterior.training.classes, mostRows);
  const drawn = selectRows(training, rows);
  const { project, axes } = posterior;
  // A line between two classes has a figure of its own; the rows are seen in more directions than that.
  const isSpread = project !== undefined && axes?.length === 1;
  const view = project && !axes ? views.projections : kernel ? views.kernel : views.plain;
  const scores = once((): { readonly scores: Matrix; readonly shares?: Float64Array } => {
    if (project && !axes) return { scores: project(drawn) };
    const found = kernelComponents(selectEngine(), kernel ?? linear(), encode(encoding, drawn), {
      count: mostComponents,
    });
    return { scores: found.scores, shares: found.eigenvalues.map((value) => value / found.total) };
  });
  return {
    id: "components",
    title: "The rows at a glance",
    gist: view.gist,
    group: "model",
    content: [
      markup`<p>
        ${view.words}${rows.length < training.rows ? ` ${rows.length} of ${training.rows} rows are drawn.` : ""}
      </p>`,
      {
        name: "components",
        title: view.title,
        words: "Each component against each other, with the distribution of each by class on the diagonal.",
        draw(options) {
          return componentScatterChart(
            {
              classes,
              rowClasses: rows.map((row) => posterior.training.classes[row]),
              ...scores(),
            },
            { ...options, components: mostComponents },
          );
        },
      },
      ...(isSpread
        ? [
            {
              name: "projection",
              title: "The line between the classes",
              words:
                "Training rows on the line by which the model separates the classes, each with one deviation of its place to either side. A row beyond the midpoint lies on the side of the other class.",
              draw(options: ChartOptions) {
                const projected = project(drawn);
                return projectionSpreadChart(
                  {
                    classes,
                    values: projected.data,
                    deviations: projected.deviations?.data ?? new Float64Array(projected.rows),
                    rowClasses: rows.map((row) => posterior.training.classes[row]),
                    centers: axes[0].centers,
                  },
                  options,
                );
              },
            },
          ]
        : []),
    ],
  };
}
