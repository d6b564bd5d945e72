import type { Engine } from "../engine/engine.ts";
import { referenceEngine } from "../engine/reference/index.ts";
import { selectEngine } from "../engine/selectEngine.ts";
import type { ModelEntry } from "../models/modelEntry.ts";
import type { Executor } from "../run/executor.ts";
import type { Check } from "./check.ts";
import { cellChecks } from "./model/cellChecks.ts";
import { degenerateChecks } from "./model/degenerateChecks.ts";
import { documentChecks } from "./model/documentChecks.ts";
import { invarianceChecks } from "./model/invarianceChecks.ts";
import { mannerChecks } from "./model/mannerChecks.ts";
import { priorChecks } from "./model/priorChecks.ts";
import { probabilityChecks } from "./model/probabilityChecks.ts";
import { runChecks } from "./model/runChecks.ts";
import type { ModelCheck, Trial } from "./model/trial.ts";

/** Every check that a model of the catalogue must pass, in its two-class and in its many-class form. */
export const modelChecks: readonly ModelCheck[] = [
  ...mannerChecks,
  ...invarianceChecks,
  ...degenerateChecks,
  ...cellChecks,
  ...probabilityChecks,
  ...priorChecks,
  ...documentChecks,
  ...runChecks,
];

export interface ModelBatteryOptions {
  /** Number of classes, 2 to 4. */
  readonly classes: number;
  /** Engines that must agree. Default: the chosen one and the reference. */
  readonly engines?: readonly Engine[];
  /** Options of the model, beside its quick ones. Default none. */
  readonly options?: Readonly<Record<string, unknown>>;
  /** Executors that must agree with the serial one. Default none. */
  readonly executors?: readonly Executor[];
}

export interface ModelBattery {
  readonly checks: readonly Check[];
  /** Checks that the model declares not to apply, with its reasons. */
  readonly exempted: readonly { readonly title: string; readonly reason: string }[];
}

/**
 * What every model must do, with its quick options where it has such. Run it on models of your own:
 *
 *     const { checks } = modelBattery(entry, { classes: 2 });
 *     for (const check of checks) test(check.title, () => check.run());
 */
export function modelBattery(
  entry: Pick<ModelEntry, "create" | "quick" | "farLimit" | "exemptions">,
  { classes, engines = [selectEngine(), referenceEngine], executors = [], options = {} }: ModelBatteryOptions,
): ModelBattery {
  const unknown = Object.keys(entry.exemptions).filter((name) => !modelChecks.some((check) => check.name === name));
  if (unknown.length > 0) throw new RangeError(`There is no check named ${unknown.join(", ")}.`);
  const trial: Trial = {
    classes,
    farLimit: entry.farLimit,
    engines,
    executors,
    model: (others) => entry.create({ ...entry.quick, ...options, ...others }),
  };
  const isExempt = ({ name }: ModelCheck): boolean => Object.hasOwn(entry.exemptions, name);
  return {
    checks: modelChecks
      .filter((check) => !isExempt(check))
      .map((check) => ({ title: `${check.name}: ${check.title}`, run: () => check.run(trial) })),
    exempted: modelChecks
      .filter(isExempt)
      .map(({ name, title }) => ({ title: `${name}: ${title}`, reason: entry.exemptions[name] })),
  };
}
