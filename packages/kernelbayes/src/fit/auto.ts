import type { AutoOptions } from "../models/auto/autoModel.ts";
import { models } from "../models/index.ts";
import type { Model } from "../models/model.ts";

export type { AutoOptions } from "../models/auto/autoModel.ts";
export type { Effort } from "../models/auto/memberPlan.ts";

/**
 * Nothing to choose: several models on several views of the columns, each judged by rows that it has not seen, those that
 * are clearly worse left out, the others combined. `posterior.candidates` tells what was tried and what came of it.
 *
 * @example const posterior = await fit(auto(), table, { target: "species" });
 */
export function auto(options: AutoOptions = {}): Model {
  return models.auto.create({ ...options });
}
