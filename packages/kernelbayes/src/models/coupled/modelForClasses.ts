import type { Model } from "../model.ts";
import { oneVersusRest } from "./oneVersusRest.ts";
import { pairwise } from "./pairwise.ts";

/** The model that a fit uses when there are so many classes: models of two are coupled for more, as they prefer. */
export function modelForClasses(model: Model, classes: number): Model {
  if (model.classes === "many" || classes <= 2) return model;
  return model.coupling === "pairwise" ? pairwise(model) : oneVersusRest(model);
}
