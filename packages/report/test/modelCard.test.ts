import { describe, expect, test } from "vitest";
import { modelCard } from "../src/modelCard.ts";
import { hostileRows } from "./living/livingProblems.ts";
import { flowers } from "./report/problems.ts";

describe("the model card", () => {
  const card = modelCard({ ...flowers(), source: "iris.csv", command: ["kernelbayes", "fit", "my iris.csv"] });

  test("has its headings in order and leaves to people what they alone know", () => {
    expect([...card.matchAll(/^##? (.*)$/gm)].map(([, title]) => title)).toEqual([
      "Model card: classifier of species",
      "Model",
      "Intended use",
      "Training data",
      "Evaluation",
      "Columns that matter",
      "Caveats",
      "Ethical considerations",
    ]);
    expect(card.match(/_To be filled in/g)).toHaveLength(2);
  });

  test("states the data, the measures and each class", () => {
    expect(card).toContain("- 50 rows of iris.csv");
    expect(card).toContain("`kernelbayes fit 'my iris.csv'`");
    expect(card).toMatch(/^\| Error rate \| \d\.\d\d % \| .* \| 66\.\d % \|$/m);
    expect(card).toMatch(/^\| virginica \| 17 \| [\d.]+\s% \| [\d.]+\s% \|$/m);
  });

  test("shows names as they are, whatever they look like", () => {
    const text = modelCard(hostileRows());
    // A backslash before each character that would begin an element, a link or a cell; commands stand in code.
    const outside = text.replaceAll(/\\[\\`*_{}[\]<>#|~&]/g, "");
    expect(outside).not.toMatch(/[<>[\]&]/);
    expect(
      outside
        .split("\n")
        .filter((line) => line.startsWith("|"))
        .every((line) => /^\|.*\|$/.test(line)),
    ).toBe(true);
  });
});
