import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";

const main = fileURLToPath(new URL("./main.ts", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "conformance-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs the program on a folder, with the working directory that npm would pass on. */
function conformance(...args: string[]): { status: number | null; lines: string[]; errors: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, ["--import", "tsx", main, ...args], {
    encoding: "utf8",
    env: { ...process.env, INIT_CWD: folder },
  });
  return { status, lines: stdout.trimEnd().split("\n"), errors: stderr };
}

function golden(path: string, ...expected: number[]): void {
  mkdirSync(join(folder, path, ".."), { recursive: true });
  const input = { binaryEqualPriors: [0.5, 0.5], classPriors: [0.5, 0.5] };
  const cases = expected.map((value, i) => ({
    name: `case-${i}`,
    input,
    expected: { binaryEmpirical: [value, value] },
    rtol: 0,
    atol: 1e-9,
  }));
  const topic = path.includes("unbuilt") ? "unbuilt" : "coupling";
  writeFileSync(join(folder, path), JSON.stringify({ schema: "comparison-golden/1", topic, cases }));
}

test("a folder whose cases all agree ends with exit code 0 and the counts alone on the last line", () => {
  golden("good/deeper/a.json", 0.5, 0.5);
  golden("good/unbuilt.json", 0.1);
  const { status, lines } = conformance("good");
  expect(status).toBe(0);
  expect(lines).toContain(`${join("deeper", "a.json")}: 2 passed`);
  expect(lines).toContain("unbuilt.json: skipped (unbuilt not built): case-0");
  expect(lines.at(-1)).toBe("2 passed, 0 failed, 1 skipped");
});

test("a failing case gives exit code 1, its name and what differs", () => {
  golden("bad/a.json", 0.5, 0.7);
  writeFileSync(join(folder, "bad/broken.json"), "{");
  const { status, lines } = conformance("bad");
  expect(status).toBe(1);
  expect(lines).toContain("a.json: 1 passed; FAILED case-1");
  expect(lines).toContain("broken.json: FAILED, not a golden file of a known schema");
  expect(lines.some((line) => line.includes("binaryEmpirical[0] should be 0.7"))).toBe(true);
  expect(lines.at(-1)).toBe("1 passed, 2 failed, 0 skipped");
});

test("a missing or empty folder gives exit code 2 and names it", () => {
  const missing = conformance("nowhere");
  expect(missing.status).toBe(2);
  expect(missing.errors).toContain(join(folder, "nowhere"));
  mkdirSync(join(folder, "empty"));
  const empty = conformance("empty");
  expect(empty.status).toBe(2);
  expect(empty.errors).toContain("no JSON file");
});

test("without a folder the usage is shown with exit code 2, and asked for with 0", () => {
  expect(conformance().status).toBe(2);
  const { status, lines } = conformance("--help");
  expect(status).toBe(0);
  expect(lines[0]).toContain("usage:");
});
