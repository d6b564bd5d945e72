import type { Engine } from "../engine/engine.ts";
import type { Check } from "./check.ts";
import { agreementChecks } from "./engine/agreementChecks.ts";
import { choleskyChecks } from "./engine/choleskyChecks.ts";
import { decompositionChecks } from "./engine/decompositionChecks.ts";
import { distanceChecks } from "./engine/distanceChecks.ts";
import { eigenChecks } from "./engine/eigenChecks.ts";
import { incompleteCholeskyChecks } from "./engine/incompleteCholeskyChecks.ts";
import { mannerChecks } from "./engine/mannerChecks.ts";
import { productChecks } from "./engine/productChecks.ts";
import { roomChecks } from "./engine/roomChecks.ts";
import { shapeChecks } from "./engine/shapeChecks.ts";

/**
 * Everything an engine promises, as checks that run under any test framework, in the manner of LAPACK's TESTING: residuals
 * in units of n · ε on matrices of many kinds and sizes, agreement with the reference engine, and good manners towards
 * arguments, memory, empty matrices and numbers that are not finite.
 *
 * @example for (const check of engineBattery(engine)) test(check.title, () => check.run());
 */
export function engineBattery(engine: Engine): Check[] {
  return [
    ...productChecks(engine),
    ...choleskyChecks(engine),
    ...eigenChecks(engine),
    ...decompositionChecks(engine),
    ...incompleteCholeskyChecks(engine),
    ...distanceChecks(engine),
    ...mannerChecks(engine),
    ...roomChecks(engine),
    ...shapeChecks(engine),
    ...agreementChecks(engine),
  ];
}
