import type { Candidate } from "kernelbayes/models";
import type { Findings } from "./findings.ts";
import { bestCandidateSentence } from "./bestCandidateSentence.ts";
import { markup } from "./markup.ts";
import { htmlTable } from "./htmlTable.ts";
import type { Section } from "./section.ts";
import { counted, fixedText, listed, percentText } from "./words.ts";

/** What was tried, with its scores and its part in the answer. */
export function candidatesSection({ posterior }: Findings): Section | undefined {
  const { candidates } = posterior;
  if (!candidates || candidates.length === 0) return undefined;
  const why = bestCandidateSentence(posterior);
  return {
    id: "candidates",
    title: "What was tried",
    gist: `${candidates.filter(({ outcome }) => outcome === "used").length} of ${counted(candidates.length, "model")} in use`,
    group: "record",
    content: [
      markup`<p>
        Each candidate was scored by the mean logarithm of the probability it gave to the true class of rows that it had
        not seen: 0 would be perfect, and a difference of 0.01 is small. Differences are to the best candidate, with
        their standard error; those far beyond two standard errors are unlikely to be chance. These are the scores by which
        candidates were chosen, so that they flatter the best: what to expect on new rows is in the
        <a href="#summary">summary</a>.
      </p>`,
      markup`<p>
        A smooth kernel lets the boundary between classes bend gently, a stepped kernel lets it follow steps and corners.
        On ranks, numbers are replaced by their places in order, so that outliers count less; columns weighted by information
        count by what each says about the class.
      </p>`,
      htmlTable(
        "Candidates, best first",
        [
          { title: "Candidate" },
          { title: "Model" },
          { title: "Score", isNumber: true },
          { title: "Difference", isNumber: true },
          { title: "Weight", isNumber: true },
          { title: "Outcome", isLong: true },
        ],
        candidates.map((candidate) => [
          candidate.title,
          candidate.model,
          candidate.score === undefined ? "–" : fixedText(candidate.score),
          differenceText(candidate),
          candidate.weight > 0 ? percentText(candidate.weight) : "–",
          candidate.reason === undefined
            ? candidate.outcome
            : markup`${candidate.outcome}<br><small>${candidate.reason}</small>`,
        ]),
      ),
      ...(why === undefined ? [] : [markup`<p>${why}</p>`]),
    ],
  };
}

function differenceText({ difference, differenceError }: Candidate): string {
  if (difference === undefined) return "–";
  return differenceError === undefined || !(differenceError > 0)
    ? fixedText(difference)
    : `${fixedText(difference)} ± ${fixedText(differenceError)}`;
}

/** The same in words: what was tried, what has a part in the answer, and why. */
export function candidatesWords(candidates: readonly Candidate[]): string {
  const used = candidates.filter(({ outcome }) => outcome === "used").toSorted((a, b) => b.weight - a.weight);
  const failed = candidates.filter(({ outcome }) => outcome === "failed");
  const left = candidates.length - used.length - failed.length;
  const parts = used.map(({ title, weight }) => (used.length === 1 ? title : `${title} (${percentText(weight)})`));
  return (
    `${counted(candidates.length, "candidate was", "candidates were")} tried on the same rows and scored by how well each predicts rows it has not seen. ` +
    (used.length === 1
      ? `The answer is that of the best: ${parts[0]}. `
      : `The answer combines ${used.length} of them: ${listed(parts, 6)}. `) +
    (left > 0 ? `${counted(left, "was", "were")} left out because others are clearly better. ` : "") +
    (failed.length > 0 ? `${counted(failed.length, "could", "could")} not be fitted.` : "")
  ).trim();
}
