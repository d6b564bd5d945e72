import type { FitRecord } from "../data/fitRecord.ts";
import type { StoredWork } from "../data/storedWork.ts";

/** Stored work of the present form; from that of the first version, too. Undefined where it is of a form that is not known. */
export function migratedWork(found: unknown): StoredWork | undefined {
  if (typeof found !== "object" || found === null || !("version" in found)) return undefined;
  if (found.version === 2) return found as StoredWork;
  if (found.version === 1) return fromFirst(found as FirstWork);
  return undefined;
}

/** In the first version all fits were made in the studio, on the table that was open. */
interface FirstWork extends Omit<StoredWork, "version" | "fits"> {
  readonly version: 1;
  readonly fits: readonly Omit<FitRecord, "origin" | "hasTable">[];
}

function fromFirst({ fits, ...work }: FirstWork): StoredWork {
  return { ...work, version: 2, fits: fits.map((fit) => ({ ...fit, origin: "fit", hasTable: true })) };
}
