import type { Warning } from "../../errors.ts";
import { usualSweeps, type ProjectionSettings } from "./projectionOptions.ts";

/** Operations of all chains beyond which those of usual length are shortened: some twenty seconds of one core. */
const mostOperations = 2e10;

/** Shorter chains than these say nothing. */
const least = { burnIn: 25, sweeps: 75 } as const;

/**
 * Settings under which the chains take no more than 2·10¹⁰ operations, or as few sweeps as make sense. Only chains of the usual length are
 * shortened, and these do not go on where they disagree; numbers of sweeps that were chosen are kept to.
 */
export function affordableChains(
  settings: ProjectionSettings,
  operationsOfSweep: number,
): { readonly settings: ProjectionSettings; readonly warnings: readonly Warning[] } {
  const { chains, burnIn, sweeps } = settings;
  const share = mostOperations / (chains * (burnIn + sweeps) * operationsOfSweep);
  if (!hasUsualSweeps(settings) || share >= 1) return { settings, warnings: [] };
  const shortened = {
    burnIn: Math.max(least.burnIn, Math.floor(share * burnIn)),
    sweeps: Math.max(least.sweeps, Math.floor(share * sweeps)),
  };
  return {
    settings: { ...settings, ...shortened, mostSweeps: shortened.sweeps, shareOfUsual: shortened.sweeps / sweeps },
    warnings: [
      {
        code: "chains-shortened",
        message:
          `A sweep of so many rows and classes takes long: chains have ${shortened.sweeps} sweeps after ${shortened.burnIn}, not ${sweeps} after ${burnIn}, ` +
          "and do not continue where they disagree. Intervals are rougher, and other seeds give somewhat other probabilities. Give sweeps and burnIn for longer chains.",
      },
    ],
  };
}

function hasUsualSweeps({ burnIn, sweeps, mostSweeps }: ProjectionSettings): boolean {
  return burnIn === usualSweeps.burnIn && sweeps === usualSweeps.least && mostSweeps === usualSweeps.most;
}
