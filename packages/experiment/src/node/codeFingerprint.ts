import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * A short text that changes whenever the built library does. Results are kept under the version of the library, not under
 * this, or an unrelated change would throw away days of computing; but a run that resumes a store of other code reports it.
 */
export function codeFingerprint(): string {
  const folder = dirname(fileURLToPath(import.meta.resolve("kernelbayes")));
  const digest = createHash("sha256");
  for (const file of readdirSync(folder).toSorted()) {
    if (file.endsWith(".js")) digest.update(file).update(readFileSync(join(folder, file)));
  }
  return digest.digest("hex").slice(0, 12);
}
