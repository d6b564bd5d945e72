import type { Model } from "./models/model.ts";
import { oneVersusRest } from "./models/oneVersusRest.ts";

/** The model that a fit uses when there are so many classes: models of two are coupled one versus rest for more. */
export function modelForClasses(model: Model, classes: number): Model {
  return model.classes === "two" && classes > 2 ? oneVersusRest(model) : model;
}
