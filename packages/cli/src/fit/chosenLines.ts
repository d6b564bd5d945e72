import { models, type Candidate, type ModelName, type Posterior } from "kernelbayes";
import { textTable } from "@kernelbayes/report";
import { percent } from "../measure/scoreLines.ts";

/** What was fitted and why, in a sentence; for models that choose among others with a table of what was tried. */
export function chosenLines({ model, candidates }: Pick<Posterior, "model" | "candidates">): string[] {
  if (candidates === undefined || candidates.length === 0) return [`Model: ${titleOf(model)}.`];
  const used = candidates.filter(({ outcome }) => outcome === "used").toSorted((a, b) => b.weight - a.weight);
  const failed = candidates.filter(({ outcome }) => outcome === "failed");
  return [
    `Model: ${sentence(model.name, used, candidates)}`,
    "",
    textTable(candidates.filter(({ outcome }) => outcome !== "failed").map(lineOf)),
    ...failed.map(({ title, reason }) => `${title} could not be fitted${reason === undefined ? "." : `: ${reason}`}`),
  ];
}

function sentence(name: string, used: readonly Candidate[], all: readonly Candidate[]): string {
  const worse = all.filter(({ outcome }) => outcome === "left out").length;
  const failed = all.length - used.length - worse;
  const rest = [
    ...(worse > 0 ? [`${worse === 1 ? "one is" : `${worse} are`} clearly worse`] : []),
    ...(failed > 0 ? [`${failed} could not be fitted`] : []),
  ].join(" and ");
  const how = "by how well each predicts rows that it has not seen";
  const what =
    used.length === 1
      ? `${name} chose "${used[0].title}" among ${all.length} models that it tried`
      : `${name} combines ${used.length} of ${all.length} models that it tried`;
  return `${what}, ${how}${rest === "" ? "" : `; ${rest}`}.`;
}

function lineOf({ title, score, difference, differenceError, weight, outcome }: Candidate): Record<string, string> {
  const behind = difference === undefined || difference === 0 ? "" : (-difference).toFixed(4);
  const error = differenceError === undefined || behind === "" ? "" : ` ± ${differenceError.toFixed(4)}`;
  return {
    tried: title,
    "log loss": score === undefined ? "" : (-score).toFixed(4),
    "behind the best": `${behind}${error}`,
    part: outcome === "used" ? percent(weight) : "left out",
  };
}

/** The name of a model with its title; a coupling is named after the model inside. */
export function titleOf(model: Posterior["model"]): string {
  const inner = model.model as Posterior["model"] | undefined;
  if (inner !== undefined && typeof inner === "object") return `${titleOf(inner)}, ${model.name}`;
  const entry = Object.hasOwn(models, model.name) ? models[model.name as ModelName] : undefined;
  return entry === undefined ? model.name : `${model.name}, ${entry.title}`;
}
