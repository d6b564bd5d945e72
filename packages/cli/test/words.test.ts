import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../../../", import.meta.url));
/** What readers stumbled over, each with the words of the field that stand in its place. */
const formerWords: Readonly<Record<string, string>> = {
  "keeping promises": "calibration",
  "keep their promise": "are calibrated",
  "telling the classes apart": "ROC and precision–recall",
  "lines are true classes": "rows are true classes",
  "are no chance": "are unlikely to be chance",
  "no cell is missing": "no values are missing",
  "with a mark where": "with missing-value indicators",
  "more texts than half": "mostly unique values",
  "mend the cell": "fix the cell",
  "some thousand": "a few thousand",
  "gone on with": "continued, resumed",
  "share of finds": "precision",
  "exchanged labels": "wrong labels",
  "not to be told apart": "not significantly different",
  "one a processor": "one per processor",
  "rows a second": "rows per second",
  "was right in": "was right … of the time",
  "errs on": "has an error rate of",
  "errs more": "has a higher error rate",
  "lack to 1": "mean −log probability of the true class",
  "promised and observed": "predicted and observed",
  "classes to be told apart": "classes to predict",
};

test.each([
  ["the command", join(root, "packages/cli/src"), ".ts"],
  ["the report", join(root, "packages/report/src"), ".ts"],
  ["the library", join(root, "packages/kernelbayes/src"), ".ts"],
  ["the server", join(root, "packages/server/src"), ".ts"],
  ["the pages", join(root, "docs"), ".md"],
])("%s uses the words of the field", (_, folder, extension) => {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
    // Pages of a reproduction are as its run wrote them.
    (name) => name.endsWith(extension) && !name.startsWith("reproduction"),
  );
  expect(files.length).toBeGreaterThan(10);
  const found = files.flatMap((name) => {
    const text = readFileSync(join(folder, name), "utf8").toLowerCase();
    return Object.entries(formerWords).flatMap(([former, now]) =>
      text.includes(former) ? [`${name}: "${former}", better: ${now}`] : [],
    );
  });
  expect(found).toEqual([]);
});

test.each(["README.md", "CHANGELOG.md", "packages/cli/README.md", "packages/report/README.md"])(
  "%s uses the words of the field",
  (name) => {
    const text = readFileSync(join(root, name), "utf8").toLowerCase();
    expect(Object.keys(formerWords).filter((former) => text.includes(former))).toEqual([]);
  },
);

test("no page says tell, told, errs, gone on, some thousand or unless given", () => {
  const pages = [
    "README.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
    ...["kernelbayes", "report", "experiment", "cluster", "server", "studio", "cli"].map(
      (name) => `packages/${name}/README.md`,
    ),
    ...readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" })
      // A reproduction is as its run wrote it, and data.md has the title of a paper.
      .filter((name) => name.endsWith(".md") && !name.startsWith("reproduction") && name !== "data.md")
      .map((name) => join("docs", name)),
  ];
  const found = pages.flatMap((page) =>
    Array.from(
      readFileSync(join(root, page), "utf8").matchAll(/\b(tells?|told|errs|gone on|some thousand|unless given)\b/gi),
      ([words]) => `${page}: ${words}`,
    ),
  );
  expect(found).toEqual([]);
});
