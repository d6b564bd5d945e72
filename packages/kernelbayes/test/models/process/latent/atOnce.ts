import { expectationPropagation as expectationPropagationInSteps } from "../../../../src/models/process/latent/expectationPropagation.ts";
import type { LatentApproximation } from "../../../../src/models/process/latent/latentApproximation.ts";
import { logisticLaplace as logisticLaplaceInSteps } from "../../../../src/models/process/latent/logisticLaplace.ts";
import { runSync } from "../../../../src/run/run.ts";

/** The approximations without their pauses. */
export function expectationPropagation(
  ...given: Parameters<typeof expectationPropagationInSteps>
): LatentApproximation {
  return runSync(expectationPropagationInSteps(...given));
}

export function logisticLaplace(...given: Parameters<typeof logisticLaplaceInSteps>): LatentApproximation {
  return runSync(logisticLaplaceInSteps(...given));
}
