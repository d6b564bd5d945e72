import { fitSync } from "../fit/fit.ts";
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
import { pointChecks } from "./model/pointChecks.ts";
import { probabilityChecks } from "./model/probabilityChecks.ts";
import { memberChecks } from "./model/memberChecks.ts";
import { truthChecks } from "./model/truthChecks.ts";
import { runChecks } from "./model/runChecks.ts";
import type { ModelCheck, Trial } from "./model/trial.ts";

/** Every check that a model must pass, in its two-class and in its many-class form; `memberChecks` if it combines members. */
export const modelChecks: readonly ModelCheck[] = [
  ...mannerChecks,
  ...invarianceChecks,
  ...degenerateChecks,
  ...cellChecks,
  ...probabilityChecks,
  ...truthChecks,
  ...pointChecks,
  ...priorChecks,
  ...documentChecks,
  ...runChecks,
  ...memberChecks,
];

export interface ModelBatteryOptions {
  /** Number of classes, 2 to 4. */
  readonly classes: number;
  /** Engines that must agree. Default: the chosen one and the reference. */
  readonly engines?: readonly Engine[];
  /** Whether the model has its quick options, where it has such, or its defaults. Default true. */
  readonly isQuick?: boolean;
  /** Options of the model, beside its quick ones. Default none. */
  readonly options?: Readonly<Record<string, unknown>>;
  /** The names of the checks to run. Default: all that apply. */
  readonly only?: readonly string[] | undefined;
  /** Executors that must agree with the serial one. Default none. */
  readonly executors?: readonly Executor[];
}

export interface ModelBattery {
  readonly checks: readonly Check[];
  /** Checks that the model declares not to apply, with its reasons. */
  readonly exempted: readonly { readonly title: string; readonly reason: string }[];
}

/**
 * What every model must do, with its quick options or its defaults. Run it on models of your own:
 *
 *     const { checks } = modelBattery(entry, { classes: 2 });
 *     for (const check of checks) test(check.title, () => check.run());
 */
export function modelBattery(
  entry: Pick<ModelEntry, "create" | "quick" | "combines" | "farLimit" | "exemptions">,
  {
    classes,
    engines = [selectEngine(), referenceEngine],
    executors = [],
    isQuick = true,
    options = {},
    only,
  }: ModelBatteryOptions,
): ModelBattery {
  const named = [...Object.keys(entry.exemptions), ...(only ?? [])];
  const unknown = named.filter((name) => !modelChecks.some((check) => check.name === name));
  if (unknown.length > 0) throw new RangeError(`There is no check named ${unknown.join(", ")}.`);
  const trial: Trial = {
    classes,
    farLimit: entry.farLimit,
    engines,
    executors,
    model: (others) => entry.create({ ...(isQuick ? entry.quick : {}), ...options, ...others }),
    fit: fitSync,
  };
  const applicable = modelChecks.filter(
    (check) => (entry.combines || !memberChecks.includes(check)) && (!only || only.includes(check.name)),
  );
  const isExempt = ({ name }: ModelCheck): boolean => Object.hasOwn(entry.exemptions, name);
  return {
    checks: applicable
      .filter((check) => !isExempt(check))
      .map((check) => ({ title: `${check.name}: ${check.title}`, run: () => check.run(trial) })),
    exempted: applicable
      .filter(isExempt)
      .map(({ name, title }) => ({ title: `${name}: ${title}`, reason: entry.exemptions[name] })),
  };
}
