import { type Posterior } from "kernelbayes";
import { models, type Candidate, type ModelName } from "kernelbayes/models";
import { bestCandidateSentence, rateText, textTable } from "@kernelbayes/report";

/** What was fitted and why, in a sentence; for models that choose among others with a table of what was tried. */
export function chosenLines({ model, candidates, score }: Pick<Posterior, "model" | "candidates" | "score">): string[] {
  if (candidates === undefined || candidates.length === 0) return [`Model: ${titleOf(model)}.`];
  const tried = candidates.filter(({ outcome, score }) => outcome === "used" || score !== undefined);
  const others = candidates.filter((candidate) => !tried.includes(candidate));
  if (candidates.length === 1) return [`Model: ${model.name} fitted one model, "${candidates[0].title}".`];
  return [
    `Model: ${sentence(model.name, tried, others)}`,
    "",
    ...(tried.length > 0 ? [textTable(withoutEmpty(tried.map(lineOf)))] : []),
    ...(tried.some(({ score }) => score !== undefined) ? [chosenBy] : []),
    ...[bestCandidateSentence({ candidates, score }) ?? []].flat(),
    ...others.map(({ title, outcome, reason }) => {
      const what = outcome === "failed" ? "could not be fitted" : "was not tried";
      return `${title} ${what}${reason === undefined ? "." : `: ${reason}`}`;
    }),
  ];
}

/** Why a model may do better in the table than what is measured of all of them. */
const chosenBy =
  "These log losses chose the models and flatter the best of them. What to expect on new rows is measured with everything chosen anew.";

function sentence(name: string, tried: readonly Candidate[], others: readonly Candidate[]): string {
  const used = tried.filter(({ outcome }) => outcome === "used");
  const worse = tried.length - used.length;
  const failed = others.filter(({ outcome }) => outcome === "failed").length;
  const rest = [
    ...(worse > 0 ? [`${worse === 1 ? "one is" : `${worse} are`} clearly worse`] : []),
    ...(failed > 0 ? [`${failed === 1 ? "one" : failed} could not be fitted`] : []),
  ].join(" and ");
  const all = tried.length + failed;
  const what =
    used.length === 1
      ? `${name} chose "${used[0].title}" among ${all} models that it tried`
      : `${name} combines ${used.length} of ${all} models that it tried`;
  const how = used.some(({ score }) => score !== undefined)
    ? "by how well each predicts rows that it has not seen"
    : `${used.length === 1 ? "" : "in equal parts, "}as no row could be left out to compare them`;
  return `${what}, ${how}${rest === "" ? "" : `; ${rest}`}.`;
}

function lineOf({ title, score, difference, differenceError, weight, outcome }: Candidate): Record<string, string> {
  const behind = difference === undefined || difference === 0 ? "" : (-difference).toFixed(4);
  const error = differenceError === undefined || behind === "" ? "" : ` ± ${differenceError.toFixed(4)}`;
  return {
    tried: title,
    "log loss": score === undefined ? "" : (-score).toFixed(4),
    "behind the best": `${behind}${error}`,
    part: outcome === "used" ? rateText(weight) : "left out",
  };
}

/** Lines without the columns that are empty in all of them. */
function withoutEmpty(lines: readonly Record<string, string>[]): Record<string, string>[] {
  const filled = Object.keys(lines[0]).filter((name) => lines.some((line) => line[name] !== ""));
  return lines.map((line) => Object.fromEntries(filled.map((name) => [name, line[name]])));
}

/** The name of a model with its title; a coupling is named after the model inside. */
function titleOf(model: Posterior["model"]): string {
  const inner = model.model as Posterior["model"] | undefined;
  if (inner !== undefined && typeof inner === "object") return `${titleOf(inner)}, ${model.name}`;
  const entry = Object.hasOwn(models, model.name) ? models[model.name as ModelName] : undefined;
  return entry === undefined ? model.name : `${model.name}, ${entry.title}`;
}
