import type { FitRequest, ShownModel } from "../data/fitRecord.ts";
import { valueOf } from "../fit/optionText.ts";

export type Effort = "low" | "normal" | "high";

/** What the next fit will be. */
export class Settings {
  effort: Effort = $state("normal");
  /** Whether the model is chosen by hand. */
  isByHand = $state(false);
  model = $state("gpc");
  /** Options as they are written in the form, by model and option; what is not there has its default. */
  written: Record<string, Record<string, string>> = $state({});
  seed = $state(1);

  request(models: readonly ShownModel[]): FitRequest {
    if (!this.isByHand) return { model: { name: "auto", effort: this.effort }, seed: this.seed };
    const chosen = models.find(({ name }) => name === this.model);
    const options = Object.entries(this.written[this.model] ?? {}).flatMap(([name, written]) => {
      const option = chosen?.options.find((each) => each.name === name);
      return option === undefined || written.trim() === "" ? [] : [[name, valueOf(option, written)] as const];
    });
    return { model: { name: this.model, ...Object.fromEntries(options) }, seed: this.seed };
  }
}
