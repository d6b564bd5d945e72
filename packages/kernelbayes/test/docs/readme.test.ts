import { describe, expect, test } from "vitest";
import { printedBy, programsOf } from "./pagePrograms.ts";

/** Pages whose TypeScript blocks are whole programs, and what each block prints. `…` stands for any text. */
const pages: Readonly<Record<string, readonly string[]>> = {
  "README.md": [
    "[ 'virginica' ]\nsetosa: 0.00 (…)\nversicolor: 0.…\nvirginica: 0.…",
    "setosa\n0.0… 0.0… 0.0…", // error rate, log loss and calibration error below one tenth
  ],
  "CHANGELOG.md": ["setosa 0.996\ntrue", "setosa 0", "4 versicolor 8"],
  "packages/kernelbayes/README.md": ["setosa"],
  "packages/experiment/README.md": ["3"],
  "packages/report/README.md": ["model  error %  log loss     AUC   Brier  calibration error\n…lda…\nqda…", "<svg"],
};

describe.each(Object.entries(pages))("%s", (page, outputs) => {
  test("has as many programs as there are expectations", async () => {
    expect(await programsOf(page)).toHaveLength(outputs.length);
  });

  test.each(outputs.map((output, index) => [index + 1, output] as const))(
    "program %i runs and prints what is expected",
    async (number, output) => {
      const program = (await programsOf(page))[number - 1];
      expect(await printedBy(program)).toMatch(patternOf(output));
    },
  );
});

function patternOf(output: string): RegExp {
  const parts = output.split("…").map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  return new RegExp(`^${parts.join(".*")}$`, "s");
}
