import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { run, temporaryFolder } from "../commands/run.ts";

test("labels and names with control characters give charts and a report that are well-formed, and no stack trace", async () => {
  const folder = temporaryFolder();
  const figures = join(folder, "figures");
  const table = join(folder, "table.csv");
  const rows = Array.from(
    { length: 60 },
    (_, i) => `${i % 7},${(i * 5) % 11},${i % 3 === 0 ? '"a\u000b\u0001"' : "b"}`,
  );
  writeFileSync(table, [`"x\u000b",z,label`, ...rows].join("\n"));
  const words = ["--target", "label", "--model", "lda", "--jobs", "1", "--quiet", "--out", folder];
  const { status, stderr } = await run("fit", table, ...words, "--figures", figures);
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  const charts = readdirSync(figures).filter((name) => name.endsWith(".svg"));
  expect(charts.length).toBeGreaterThan(3);
  const texts = [...charts.map((name) => join(figures, name)), join(folder, "report.html")].map((path) =>
    readFileSync(path, "utf8"),
  );
  for (const text of texts) expect(text).not.toMatch(/[^\P{Cc}\t\n\r]/u);
  expect(texts.some((text) => text.includes("a␋␁"))).toBe(true);
  // The model keeps the label as it was.
  expect(JSON.parse(readFileSync(join(folder, "model.json"), "utf8"))).toMatchObject({
    classes: ["a\u000b\u0001", "b"],
  });
});
