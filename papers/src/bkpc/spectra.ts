import { doneRows, operationsOf } from "../fitJob.ts";
import { foundOf } from "../found.ts";
import { figureText } from "../markdown.ts";
import type { ReproduceSettings, Study } from "../paper.ts";
import { wideProblems } from "./wideProblems.ts";
import { wideTaskJob } from "./wideTaskJob.ts";

const file = "bkpc-spectra.svg";

/** The spectra of raw meat by species. */
export function bkpcSpectra(settings: ReproduceSettings): Study {
  const jobs = wideProblems(settings.directory)
    .filter(({ name }) => name === "meat-5")
    .map((problem) =>
      wideTaskJob(
        problem,
        { task: "reproduceSpectra", partition: problem.splits[0], method: "spectra", options: {}, operations: 1e9 },
        settings,
      ),
    );
  return {
    title: "Figure 6: the spectra by species",
    shows: ["Figure 6"],
    stages: [{ operations: operationsOf(jobs), jobs: () => jobs }],
    part(rows) {
      const [row] = doneRows(rows, jobs);
      const svg = row && foundOf(row).svg;
      if (svg === undefined) return { text: `${description}\n\nThey could not be drawn.`, drawings: [], verdicts: [] };
      return {
        text: [
          description,
          figureText(
            file,
            "Each species by its mean spectrum over the middle nine tenths of its rows, and its mean less that of all.",
          ),
        ].join("\n\n"),
        drawings: [{ file, svg }],
        verdicts: [],
      };
    },
  };
}

const description =
  "Homogenized raw meat of five species, measured at 1050 wavelengths in the visible and the near infrared. Below 700 nm color tells beef and lamb from pork and " +
  "birds; beyond it the spectra run alongside each other, and rows of one species differ by more than the means of two. Chicken and turkey lie closest, which " +
  "is why the paper also takes them as one group.";
