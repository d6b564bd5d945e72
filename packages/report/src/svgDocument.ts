import { createRequire } from "node:module";
import { EnvironmentError } from "kernelbayes";
import type { parseHTML } from "linkedom";

/**
 * A document for charts where there is no page: in Node, or in a worker. It needs the package linkedom, which pages do without.
 *
 * @example decisionBoundaryChart(plane, { document: svgDocument() })
 */
export function svgDocument(): Document {
  return parser()("<!doctype html><html><body></body></html>").document;
}

function parser(): typeof parseHTML {
  try {
    return (createRequire(import.meta.url)("linkedom") as { parseHTML: typeof parseHTML }).parseHTML;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "MODULE_NOT_FOUND") throw error;
    throw new EnvironmentError(
      "linkedom-missing",
      "Charts outside a page need the package linkedom, which is not installed.",
      "Install it: npm install linkedom",
    );
  }
}
