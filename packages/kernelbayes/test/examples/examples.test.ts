import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

// The examples import the built package, as a user does; `npm test` builds it first.
const folder = new URL("../../../../examples/", import.meta.url);
const files = readdirSync(folder).filter((file) => /^\d\d-.*\.ts$/.test(file));

/** What an example printed. */
interface Output {
  readonly lines: readonly string[];
  /** The rest of the only line that begins so. */
  after(beginning: string): string;
  /** The number in that rest, after a word if one is given. */
  number(beginning: string, word?: string): number;
}

const expectations: Readonly<Record<string, (output: Output) => void>> = {
  "01-first-fit.ts": ({ lines, after, number }) => {
    expect(number("setosa: probability ")).toBeGreaterThan(0.99);
    expect(number("virginica: probability ")).toBeGreaterThan(0.5);
    expect(number("virginica", "between ")).toBeLessThan(number("virginica: probability "));
    expect(number("virginica", "and ")).toBeGreaterThan(number("virginica: probability "));
    expect(number("leave-one-out log density per row: ")).toBeGreaterThan(-0.1);
    expect(after("warnings: ")).toBe("0");
    expect(lines).toHaveLength(4);
  },
  "02-own-table.ts": ({ after }) => {
    expect(after("classes: ")).toBe("01, 02");
    expect(after("columns: ")).toBe("temperature, supplier = North, supplier = South, pH");
    expect(after("warning identifier-column: ")).toContain('"batch"');
    expect(after("predicted: ")).toBe("02");
    expect(after("unseen-level: ")).toMatch(/"supplier".*"West".*row 1/);
  },
  "03-save-and-load.ts": ({ after }) => {
    expect(after("from text, the same numbers: ")).toBe("true");
    expect(after("qda of ")).toBe("setosa, versicolor, virginica, seed 1");
    expect(after("from a file, the same numbers: ")).toBe("true");
    expect(after("invalid-document: ")).toContain("document.classes[0]");
  },
  "04-cross-validation.ts": ({ after, number }) => {
    // The best possible error is 1.2 %; a linear boundary is hopeless, and 20 columns are many for 300 rows.
    expect(number("lda: error rate ")).toBeGreaterThan(0.15);
    expect(number("qda: error rate ")).toBeLessThan(0.1);
    expect(number("rda: error rate ")).toBeLessThan(0.03);
    expect(number("rda:", "log loss ")).toBeLessThan(number("qda:", "log loss "));
    expect(number("rda:", "calibration error ")).toBeLessThan(0.03);
    expect(number("qda over lda: ")).toBeGreaterThan(50);
    expect(after("qda over lda: ")).toContain("distinguishable: true");
  },
  "05-kernels.ts": ({ after, number }) => {
    expect(number("terms[0].kernel.lengthScale[0]: ")).toBeGreaterThan(100);
    expect(number("terms[0].kernel.lengthScale[1]: ")).toBeLessThan(1);
    expect(after("the search ended because ")).toContain("evaluations");
    expect(after("the same kernel from its document: ")).toBe("true");
  },
  "06-progress-and-abort.ts": ({ lines, after, number }) => {
    expect(number("expected: ")).toBeLessThan(100);
    const steps = lines.flatMap((line) => / %, shrinkage: (\d+) of (\d+)$/.exec(line)?.slice(1).map(Number) ?? []);
    expect(steps.length).toBeGreaterThan(6);
    expect(lines.filter((line) => line.includes(" %, ")).at(-1)).toMatch(/^100 %/);
    expect(steps.at(-2)).toBe(steps.at(-1));
    expect(after("done, ")).toBe("200 rows");
    expect(after("stopped: ")).toBe("AbortError");
    expect(lines).not.toContain("not reached");
  },
  "07-weights-groups-missing.ts": ({ after, number }) => {
    expect(number("by count: ")).toBeCloseTo(number("by row: "), 9);
    const coin = number("a coin would have: ");
    expect(number("log density per row, single rows left out: ")).toBeGreaterThan(coin + 0.2);
    // Left-out patients say nothing, and the model says so.
    expect(number("log density per row, patients left out: ")).toBeLessThanOrEqual(coin);
    expect(after("missing-values: ")).toMatch(/"sepal length" has 15 missing values \(first in row 4\)/);
    expect(after("imputed: ")).toBe("150 rows");
    expect(after("dropped: ")).toBe("135 rows");
  },
  "08-worker-threads.ts": ({ after, number }) => {
    expect(number("here: error rate ")).toBeLessThan(0.04);
    // The linear discriminant has 0.06; a curve that one far class flattens for all would have 0.2.
    expect(number("here: ", "log loss ")).toBeLessThan(0.12);
    expect(after("shared: ")).toBe(after("here: "));
    expect(after("the same numbers: ")).toBe("true");
  },
  "09-charts.ts": ({ after, number }) => {
    expect(after("banana.svg: ")).toMatch(/^150 rows .* by x1 across and x2 upwards/);
    expect(after("iris.svg: ")).toContain("50 of setosa, 50 of versicolor, 50 of virginica");
    expect(number("projection.svg: ", "rows, mean ")).toBeLessThan(-1);
  },
};

test("there are examples, and each is held to an expectation", () => {
  expect(files.length).toBeGreaterThan(0);
  expect(Object.keys(expectations).toSorted()).toEqual(files.toSorted());
});

for (const file of files) {
  test(`${file} prints what it promises`, async () => {
    const { main } = (await import(fileURLToPath(new URL(file, folder)))) as {
      main(print: (line: string) => void): Promise<void>;
    };
    const lines: string[] = [];
    await main((line) => lines.push(line));
    expectations[file](outputOf(lines));
  });
}

function outputOf(lines: readonly string[]): Output {
  const after = (beginning: string): string => {
    const found = lines.filter((line) => line.startsWith(beginning));
    if (found.length !== 1) throw new Error(`${found.length} lines begin with "${beginning}":\n${lines.join("\n")}`);
    return found[0].slice(beginning.length);
  };
  return {
    lines,
    after,
    number(beginning, word = "") {
      const rest = after(beginning);
      const start = rest.indexOf(word);
      const digits = /^-?\d+(\.\d+)?(e[+-]?\d+)?/.exec(rest.slice(start + word.length))?.[0];
      if (start < 0 || digits === undefined) throw new Error(`There is no number after "${word}" in "${rest}".`);
      return Number(digits);
    },
  };
}
