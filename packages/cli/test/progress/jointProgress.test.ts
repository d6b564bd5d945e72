import type { OverallProgress } from "kernelbayes/progress";
import { expect, test } from "vitest";
import { jointProgress } from "../../src/progress/jointProgress.ts";

const at = (fraction: number): OverallProgress => ({ kind: "progress", stage: "grid", step: 1, of: 2, fraction });

test("fits that are under way together count by their work and by how far each has come", () => {
  const seen: string[] = [];
  const progressOf = jointProgress([3, 1], ({ stage, step, of, fraction }) =>
    seen.push(`${stage} ${step} of ${of}: ${fraction}`),
  );
  const [long, short] = [progressOf(0), progressOf(1)];
  long.onProgress(at(0.5));
  short.onProgress(at(0.5));
  short.end();
  // A fit that failed is over as well.
  long.end();
  expect(seen).toEqual(["fits 0 of 2: 0.375", "fits 0 of 2: 0.5", "fits 1 of 2: 0.625", "fits 2 of 2: 1"]);
});
