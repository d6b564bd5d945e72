import { models, type Candidate, type ModelName, type Posterior } from "kernelbayes";
import { textTable } from "@kernelbayes/report";
import { percent } from "../measure/scoreLines.ts";

/** What was fitted and why, in a sentence; for models that choose among others with a table of what was tried. */
export function chosenLines({ model, candidates }: Pick<Posterior, "model" | "candidates">): string[] {
  if (candidates === undefined || candidates.length === 0) return [`Model: ${titleOf(model)}.`];
  const used = candidates.filter(({ outcome }) => outcome === "used").toSorted((a, b) => b.weight - a.weight);
  const failed = candidates.filter(({ outcome }) => outcome === "failed");
  return [
    `Model: ${sentence(used, candidates)}`,
    "",
    textTable(candidates.filter(({ outcome }) => outcome !== "failed").map(lineOf)),
    ...failed.map(({ title, reason }) => `${title} could not be fitted${reason === undefined ? "." : `: ${reason}`}`),
  ];
}

function sentence(used: readonly Candidate[], all: readonly Candidate[]): string {
  const how = "by how well each predicts rows that it has not seen";
  if (used.length === 1) {
    const rest = all.length - 1;
    return `${used[0].title}, the best of ${all.length} that were tried ${how}${rest > 0 ? "" : " (no other was)"}.`;
  }
  return `${used.length} of ${all.length} that were tried predict together, ${how}; the others are clearly worse.`.replace(
    "; the others are clearly worse",
    used.length < all.length ? "; the others are clearly worse or failed" : "",
  );
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
