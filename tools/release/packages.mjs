// The packages that are published, in the order of their dependencies on each other.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../setup.mjs";

export const published = ["kernelbayes", "report", "experiment", "cluster", "server", "studio", "cli"];

export function manifestOf(name) {
  return JSON.parse(readFileSync(join(root, "packages", name, "package.json"), "utf8"));
}
