import { fitSync, leastSquaresSupportVector, linearDiscriminant, tableFromColumns, type Posterior } from "kernelbayes";
import { matrix } from "kernelbayes/engine";
import { random, stream } from "kernelbayes/numeric";
import { parseHTML } from "linkedom";
import { describe, expect, test } from "vitest";
import { htmlReport } from "../../src/report/htmlReport.ts";
import { reportFigures } from "../../src/report/reportFigures.ts";
import type { ReportInput } from "../../src/report/reportInput.ts";
import { svgDocument } from "../../src/svgDocument.ts";
import { candidates, flowers, pair, withDraws } from "./problems.ts";

const options = { document: svgDocument(), resolution: 6 };

function pageOf(input: ReportInput): Document {
  return parseHTML(htmlReport(input, options)).document;
}

function sectionIds(page: Document): string[] {
  return [...page.querySelectorAll("main > section")].map(({ id }) => id);
}

function textOf(page: Document, selector: string): string {
  return page.querySelector(selector)!.textContent.replaceAll(/\s+/g, " ");
}

const iris = flowers();
const irisText = htmlReport(iris, options);
const irisPage = parseHTML(irisText).document;

describe("the page", () => {
  test("has its sections in order, without those that do not apply", () => {
    expect(sectionIds(irisPage)).toEqual([
      "summary",
      ...(iris.posterior.warnings.length > 0 ? ["warnings"] : []),
      "curves",
      "calibration",
      "confusion",
      "surprising",
      "relevance",
      "surface",
      "latent",
      "components",
      "data",
      "record",
    ]);
    const groups = [...irisPage.querySelectorAll("main > .group")].map(({ textContent }) => textContent);
    expect(groups).toEqual(["How good it is", "What it learned", "Data and method"]);
    for (const gist of irisPage.querySelectorAll("summary .gist")) expect(gist.textContent).not.toBe("");
  });

  test("answers at a glance: classes, errors beside guessing, certainty beside truth, columns, and what to do", () => {
    const [found, quality, trust, columns] = [...irisPage.querySelectorAll(".answers > div")];
    expect(found.querySelectorAll(".shares span")).toHaveLength(3);
    const lines = (part: Element): string[] =>
      [...part.querySelectorAll(".picture .name")].map(({ textContent }) => textContent);
    expect(lines(quality)).toEqual(["this model", "guessing"]);
    const widths = [...quality.querySelectorAll(".fill")].map((fill) =>
      Number.parseFloat(/width:([\d.]+)%/.exec(fill.getAttribute("style")!)![1]),
    );
    const [wrong, guessed] = [...quality.querySelectorAll(".value")].map(({ textContent }) =>
      Number.parseFloat(textContent),
    );
    expect(widths[0] / widths[1]).toBeCloseTo(wrong / guessed, 3);
    const sure = lines(trust).map((name) => Number.parseFloat(name.replace(/^[<>]/, "")));
    expect(sure).toEqual(sure.toSorted((a, b) => b - a));
    expect(lines(columns)).toHaveLength(4);
    expect(columns.querySelector("strong")!.textContent).toContain(lines(columns)[0]);
  });

  test("is one file: it asks for nothing from elsewhere and runs no program", () => {
    expect(irisText).not.toMatch(/<(script|link|img|iframe|object|embed)\b|@import|\bsrc=|url\((?!#)/i);
    expect([...irisText.matchAll(/https?:\/\/[^\s"<]*/g)].map(([address]) => address)).toSatisfy((found: string[]) =>
      found.every((address) => address.startsWith("http://www.w3.org/")),
    );
  });

  test("allows no script, no form and nothing from elsewhere, whatever a name or a label may smuggle in", () => {
    const policy = irisPage.querySelector('meta[http-equiv="Content-Security-Policy"]')!;
    expect(policy.getAttribute("content")).toBe(
      "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'",
    );
    // Of what stands before it a browser would not take notice of the policy.
    expect(policy.previousElementSibling!.hasAttribute("charset")).toBe(true);
  });

  test("has one first heading and leaves no level out on the way down", () => {
    const levels = [...irisPage.querySelectorAll("h1, h2, h3, h4")].map(({ tagName }) => Number(tagName[1]));
    expect(levels.filter((level) => level === 1)).toHaveLength(1);
    levels.forEach((level, at) => expect(level - (levels[at - 1] ?? 0)).toBeLessThanOrEqual(1));
  });

  test("has a name and a description on every chart, a caption and scopes on every table", () => {
    const charts = [...irisPage.querySelectorAll("figure > svg")];
    expect(charts.length).toBeGreaterThan(6);
    for (const chart of charts) {
      expect(chart.getAttribute("role")).toBe("img");
      expect(chart.querySelector("title")!.textContent).not.toBe("");
      expect(chart.querySelector("desc")!.textContent.length).toBeGreaterThan(20);
      expect(chart.parentElement!.querySelector("figcaption")!.textContent.length).toBeGreaterThan(40);
    }
    const tables = [...irisPage.querySelectorAll("table")];
    for (const table of tables) {
      expect(table.querySelector("caption")!.textContent).not.toBe("");
      for (const heading of table.querySelectorAll("th")) expect(heading.getAttribute("scope")).toMatch(/^(col|row)$/);
      const widths = new Set([...table.querySelectorAll("tr")].map(({ children }) => children.length));
      expect(widths.size).toBe(1);
    }
    expect(new Set(tables.map((table) => table.querySelector("caption")!.textContent)).size).toBe(tables.length);
  });

  test("has links that lead somewhere, and no name twice", () => {
    const ids = [...irisPage.querySelectorAll("[id]")].map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const link of irisPage.querySelectorAll("a")) expect(ids).toContain(link.getAttribute("href")!.slice(1));
  });

  test("is the same for the same input", () => {
    expect(htmlReport(pair(), options)).toBe(htmlReport(pair(), options));
  });

  test("takes names that look like markup for names", () => {
    const hostile = "</title><script>alert(1)</script>";
    const table = tableFromColumns({
      [`${hostile}"x`]: [1, 2, 3, 4, 5, 6, 7, 8],
      "b&b": [2, 1, 4, 3, 1, 2, 0, 1],
      label: [hostile, "b", hostile, "b", hostile, "b", "b", hostile],
    });
    const posterior = fitSync(linearDiscriminant(), table, { target: "label" });
    const input = {
      posterior,
      table,
      rowNames: new Array<string>(8).fill(hostile),
      source: hostile,
      command: [hostile],
    };
    const text = htmlReport(input, { ...options, title: hostile });
    expect(text).not.toMatch(/<script/i);
    expect(textOf(parseHTML(text).document, "h1")).toBe(hostile);
    for (const { svg } of reportFigures(input, options)) {
      expect(svg).not.toMatch(/<script/i);
      // Well-formed: no bare ampersand, and no angle bracket within an attribute.
      expect(svg).not.toMatch(/&(?!amp;|lt;|gt;|quot;)/);
      expect(svg.replaceAll(/<[a-zA-Z]+(?: [\w:-]+="[^"<>]*")*\/?>|<\/[a-zA-Z]+>/g, "")).not.toMatch(/[<>]/);
    }
  });
});

describe("the summary", () => {
  test("tells what was made of what, and how often it errs against a plain guess", () => {
    const text = textOf(irisPage, "#summary");
    expect(text).toContain(
      "distinguishes the 3 classes of species: setosa, versicolor and virginica. It uses 4 columns",
    );
    expect(text).toContain("Shrunken Gaussian discriminant (rda)");
    expect(text).toMatch(/About [1-9]\.\d\d % of new rows like these would get a wrong label \(95 % interval: /);
    expect(text).toMatch(/the most frequent class would get 66\.\d\s% wrong/);
  });

  test("without signal, begins by saying so and builds nothing on leave-one-out, nor on columns that happen to differ", () => {
    const numbers = stream(1, 60);
    const table = tableFromColumns({
      a: Array.from({ length: 60 }, () => random.normal(numbers)),
      b: Array.from({ length: 60 }, () => random.normal(numbers)),
      coin: Array.from({ length: 60 }, (_, i) => (i % 2 === 0 ? "heads" : "tails")),
    });
    const posterior = fitSync(leastSquaresSupportVector(), table, { target: "coin" });
    const warnings = [{ code: "date-column", message: "Column c holds dates." }];
    const page = pageOf({ posterior, table, warnings });
    expect(sectionIds(page)).toEqual(["summary", "warnings", "components", "data", "record"]);
    const text = textOf(page, "#summary");
    expect(text).toMatch(/^\s*Summary\s*No evidence that these columns predict "coin"/);
    expect(text).toContain("no evidence that its labels are better than guesses");
    expect(text).not.toMatch(/wrong label|at their word|\d %|Log loss/);
    expect(textOf(page, "#warnings dt")).toBe("No signal");

    // Rows that were kept apart are not subject to the artefact: they are measured, but not praised.
    const truth = Int32Array.from({ length: 60 }, (_, row) => row % 2);
    const logProbabilities = matrix(60, 2, new Float64Array(120).fill(Math.log(0.5)));
    const measured = pageOf({ posterior, table, heldOut: { how: "hold-out", truth, logProbabilities } });
    expect(textOf(measured, "#summary")).toContain("About 50.0 % of new rows like these would get a wrong label");
    expect(textOf(measured, "#summary")).not.toMatch(/Predicted and observed|at their word/);
    expect(sectionIds(measured)).not.toContain("relevance");
  });

  test("measures given held-out rows, not the training rows", () => {
    const input = pair();
    const truth = Int32Array.from({ length: 20 }, (_, row) => row % 2);
    // Wrong in five of twenty rows, and sure of itself.
    const probability = Array.from(truth, (q, row) =>
      (q === 1) === row % 4 > 0 || row > 9 ? (q === 1 ? 0.99 : 0.01) : 0.5,
    );
    const decided = truth.map((q, row) => (row < 5 ? 1 - q : q));
    const data = Float64Array.from(probability.flatMap((p) => [Math.log(1 - p), Math.log(p)]));
    const page = pageOf({
      ...input,
      heldOut: { how: "hold-out", truth, logProbabilities: matrix(20, 2, data), decided },
    });
    const text = textOf(page, "#summary");
    expect(text).toContain("About 25.0 % of new rows like these would get a wrong label");
    expect(text).toContain("measured on 20 rows that were kept apart");
    expect(text).toContain("The measures come from 20 rows only");
    expect(textOf(page, "#data table")).toContain("Held-out rows");
  });

  test("says that nothing is known about new rows where none was held out", () => {
    const input = pair();
    const posterior: Posterior = { ...input.posterior, leaveOneOut: undefined, score: undefined };
    const page = pageOf({ ...input, posterior });
    expect(sectionIds(page)).toEqual(["summary", "relevance", "surface", "components", "data", "record"]);
    expect(textOf(page, "#summary")).toContain("nothing is known about new rows");
  });

  test("tells of warnings, rare classes and doubtful labels", () => {
    const input = pair(30);
    const posterior: Posterior = { ...input.posterior, warnings: [{ code: "at-bound", message: "Do this & that." }] };
    const flipped = { ...input.posterior.leaveOneOut!, method: "exact" as const };
    // A row whose own class was thought impossible.
    const own = posterior.training.classes[3];
    const logs = Float64Array.from(flipped.logProbabilities.data);
    logs[6 + own] = Math.log(1e-9);
    logs[6 + 1 - own] = Math.log1p(-1e-9);
    const leaveOneOut = { ...flipped, logProbabilities: matrix(30, 2, logs) };
    const page = pageOf({
      ...input,
      posterior: { ...posterior, leaveOneOut },
      warnings: [...posterior.warnings, { code: "no-label", message: "Two rows have no label." }],
      rowNames: input.posterior.training.rows.map((row) => `patient ${row + 1}`),
    });
    expect(textOf(page, "#summary")).toContain("There are 2 warnings");
    expect(textOf(page, "#summary")).toMatch(/\d rows? may carry a wrong label/);
    expect(textOf(page, "#warnings")).toContain("Do this & that.");
    expect(textOf(page, "#surprising tbody tr")).toMatch(/^ ?patient 4/);
    expect(textOf(page, "#surprising tbody tr")).toContain("check");
  });
});

test("rows that have equals are said to be judged too badly when they are left out one by one", () => {
  const labels = Array.from({ length: 40 }, (_, row) => (row % 4 < 2 === row % 5 > 0 ? "a" : "b"));
  const table = tableFromColumns({
    x: labels.map((_, row) => row % 4),
    y: labels.map((_, row) => row % 2),
    label: labels,
  });
  const page = pageOf({ posterior: fitSync(linearDiscriminant(), table, { target: "label" }), table });
  for (const id of ["summary", "curves", "calibration"]) {
    expect(textOf(page, `#${id}`)).toContain("Most rows have the same cells as others");
  }
  expect(textOf(page, "#summary")).not.toContain("Predicted and observed");
  expect(textOf(page, "#surprising")).toContain("the same cells as rows of another label");
});

test("candidates are told in words and in a table, with why some have no part", () => {
  const input = pair();
  const page = pageOf({ ...input, posterior: { ...input.posterior, candidates } });
  expect(textOf(page, "#summary")).toContain(
    "4 candidates were tried on the same rows and scored by how well each predicts rows it has not seen. The answer combines 2 of " +
      "them: Gaussian kernel (75 %) and L1 kernel on <ranks> (25 %).",
  );
  const lines = [...page.querySelectorAll("#candidates tbody tr")].map(({ textContent }) => textContent);
  expect(lines).toHaveLength(4);
  expect(lines[1]).toContain("−0.020 ± 0.010");
  expect(lines[3]).toContain("faileda class has too few rows");
});

test("draws bring traces, R-hat and sample sizes, and chains that disagree are told by name", () => {
  const input = pair();
  const page = pageOf({ ...input, posterior: withDraws(input.posterior) });
  const text = textOf(page, "#chains");
  expect(text).toContain("The chains do not agree about β₁: R-hat is up to 1.200");
  expect(text).toContain("ln σ²");
  expect(text).toContain("The smallest effective sample size is 12");
  expect(page.querySelectorAll("#chains figure > svg")).toHaveLength(2);
});

test("given relevance is drawn, and its first two columns are those of the decision surface", () => {
  const relevance = {
    logScore: -0.1,
    columns: ["sepal length", "sepal width", "petal length", "petal width"].map((column, at) => ({
      column,
      mean: [0.5, 0.9, 0.1, 0.2][at],
      deviation: 0.01,
    })),
  };
  const page = pageOf({ ...iris, relevance });
  expect(textOf(page, "#relevance tbody tr")).toContain("sepal width");
  expect(textOf(page, "#surface")).toContain(
    "sepal width and sepal length are the two columns whose shuffling costs most",
  );
  expect(textOf(irisPage, "#surface")).toContain("are the two columns in which the classes lie furthest apart");
});

test("more than ten classes are summarized", () => {
  const classes = 13;
  const labels = Array.from({ length: classes * 3 }, (_, row) => `c${row % classes}`);
  const table = tableFromColumns({
    x: labels.map((_, row) => (row % classes) + 0.1 * Math.sin(5 * row)),
    y: labels.map((_, row) => Math.cos(row % classes) + 0.3 * Math.sin(11 * row)),
    label: labels,
  });
  const page = pageOf({ posterior: fitSync(linearDiscriminant(), table, { target: "label" }), table });
  expect(sectionIds(page)).not.toContain("components");
  expect(textOf(page, "#curves")).toContain("of 13 classes the 10 with the most held-out rows are drawn");
  expect(page.querySelectorAll("#confusion svg")).toHaveLength(1);
});

test("nineteen classes with long names have a matrix, panels named by what differs, and a legend that leaves room for the plot", () => {
  const classes = 19;
  const nameOf = (row: number): string => `a class with a rather long name, number ${row % classes}`;
  const rows = Array.from({ length: classes * 6 }, (_, row) => row);
  const table = tableFromColumns({
    x: rows.map((row) => (row % classes) + 0.8 * Math.sin(5 * row)),
    y: rows.map((row) => Math.cos(row % classes) + 0.3 * Math.sin(11 * row)),
    label: rows.map(nameOf),
  });
  const page = pageOf({ posterior: fitSync(linearDiscriminant(), table, { target: "label" }), table });
  expect(page.querySelector("#confusion svg")!.textContent).toContain("er 18");
  const panels = Array.from(page.querySelectorAll("#latent [aria-label='name of panel']"), (one) => one.textContent);
  expect(panels.filter((name) => name?.endsWith(", held-out rows"))).toHaveLength(10);
  expect(panels.filter((name) => name?.endsWith(", training rows"))).toHaveLength(10);
  expect(new Set(panels).size).toBe(20);
  const roc = page.querySelector("#curves svg")!;
  const legend = Array.from(roc.querySelectorAll("g[aria-label='legend'] text"));
  expect(legend.length).toBeGreaterThanOrEqual(11);
  // Two names stand beside each other, and what more lines need is added to the height.
  expect(Number(roc.getAttribute("height"))).toBeGreaterThan(440);
  expect(Number(roc.getAttribute("height"))).toBeLessThan(440 + 11 * 18);
});

test("a table too wide for a phone scrolls and keeps its sentences readable, and a printed page keeps charts beside each other", () => {
  expect(irisPage.querySelector("#summary td.long")).not.toBeNull();
  const style = irisPage.querySelector("style")!.textContent;
  expect(style).toContain(".long { min-width: 16rem; }");
  expect(style).toMatch(/@media print \{[^]*\.figures \{ grid-template-columns: 1fr 1fr/);
});

test("one figure says how doubtful a label is, where two contradicted each other", () => {
  const text = textOf(irisPage, "#surprising");
  expect(text).toContain("q value");
  expect(text).not.toContain("Probability of a wrong label");
});

test("what was done can be repeated: command, seed, versions and options", () => {
  const command = ["kernelbayes", "fit", "my data.csv", "--target", "class"];
  const page = pageOf({
    ...pair(),
    command,
    created: "2026-01-02",
    source: "my data.csv",
    versions: { Node: "20.19.0" },
  });
  expect(textOf(page, "#record pre")).toBe("kernelbayes fit 'my data.csv' --target class");
  for (const part of [
    "Seed1",
    `kernelbayes ${pair().posterior.library}`,
    "Node20.19.0",
    "Made2026-01-02",
    '{"shrinkage":0}',
  ]) {
    expect(textOf(page, "#record")).toContain(part);
  }
});

test("figures are the charts of the page under names of their own, in plain colors on white", () => {
  const figures = reportFigures(iris, options);
  expect(figures).toHaveLength(irisPage.querySelectorAll("figure > svg").length);
  expect(new Set(figures.map(({ name }) => name)).size).toBe(figures.length);
  for (const { name, svg } of figures) {
    expect(name).toMatch(/^[a-z-]+$/);
    expect(svg).toContain("white");
    expect(svg).not.toContain("var(--chart");
    expect(svg).not.toContain("NaN");
  }
});
