import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { createRequire } from "node:module";
import { EnvironmentError } from "kernelbayes";

/** The folder of the built page, in the package of the studio. */
export function studioFolder(): string {
  try {
    const folder = join(dirname(createRequire(import.meta.url).resolve("@kernelbayes/studio/package.json")), "dist");
    if (existsSync(join(folder, "index.html"))) return folder;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "MODULE_NOT_FOUND") throw error;
  }
  throw new EnvironmentError(
    "studio-missing",
    "This command needs the package @kernelbayes/studio, which is not installed beside the command.",
    "Install it: npm install @kernelbayes/studio (with -g if the command was installed so).",
  );
}
