import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";

const owner = "@kernelbayes/cli";

/** The file of the command `kernelbayes` in the package that owns it, as the first place that has the package finds it. */
export function commandFile(places: readonly Pick<NodeJS.Require, "resolve">[]): string | undefined {
  for (const place of places) {
    const manifest = manifestAt(place);
    if (manifest === undefined) continue;
    const { bin } = JSON.parse(readFileSync(manifest, "utf8")) as { bin: Readonly<Record<string, string>> };
    return join(dirname(manifest), bin.kernelbayes);
  }
  return undefined;
}

function manifestAt(place: Pick<NodeJS.Require, "resolve">): string | undefined {
  try {
    return place.resolve(`${owner}/package.json`);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "MODULE_NOT_FOUND") return undefined;
    throw error;
  }
}
