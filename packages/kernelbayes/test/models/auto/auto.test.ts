import { describe, expect, test } from "vitest";
import { auto } from "../../../src/models/auto/auto.ts";
import { autoCodec } from "../../../src/models/auto/autoCodec.ts";
import { iris } from "../../../src/data/iris.ts";
import { ringnorm } from "../../../src/data/ringnorm.ts";
import { evaluate } from "../../../src/evaluate/evaluate.ts";
import type { Matrix } from "../../../src/engine/matrix.ts";
import { fitSync } from "../../../src/fit/fit.ts";
import { loadPosterior } from "../../../src/fit/loadPosterior.ts";
import type { Posterior } from "../../../src/posterior/posterior.ts";
import { selectRows, tableFromColumns, type Table } from "../../../src/table/table.ts";
import { leastSquaresSupportVector } from "../../../src/models/leastSquares/lssvm.ts";

const even = (table: Table, remainder: number): Table =>
  selectRows(
    table,
    Int32Array.from({ length: table.rows }, (_, row) => row).filter((row) => row % 2 === remainder),
  );
const table = ringnorm({ rows: 240, seed: 5 });
const target = table.columns.at(-1)?.name ?? "";
const training = even(table, 0);
const fitted = fitSync(auto(), training, { target, clock: counting() });

/** A clock that tells one second more each time it is asked. */
function counting(): () => number {
  let seconds = 0;
  return () => seconds++;
}

test("what was tried is told, best first, and the parts in the answer add up to one", () => {
  const candidates = fitted.candidates ?? [];
  expect(candidates.length).toBeGreaterThan(5);
  expect(candidates[0].difference).toBe(0);
  const scores = candidates.flatMap(({ score }) => score ?? []);
  expect(scores).toEqual(scores.toSorted((a, b) => b - a));
  expect(candidates.reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(1, 12);
  // Straight boundaries know nothing of two classes around each other: less than half of an even share is left of the pull to it.
  expect(candidates.find(({ title }) => title === "linear")!.weight).toBeLessThan(0.5 / candidates.length);
  expect(candidates.every(({ seconds }) => seconds !== undefined && seconds > 0)).toBe(true);
});

test("rows that it has not seen are told apart as the leave-one-out said", () => {
  const other = even(table, 1);
  const { probabilities, logProbabilities, lower, upper } = fitted.predict(other);
  const column = other.columns.at(-1);
  const truth = Array.from({ length: other.rows }, (_, row) =>
    fitted.classes.indexOf(column?.type === "text" ? (column.levels[column.codes[row]] ?? "") : ""),
  );
  const { errorRate, logLoss } = evaluate({ probabilities, logProbabilities }, truth);
  expect(errorRate).toBeLessThan(0.1);
  expect(Math.abs(-(fitted.score?.perRow ?? 0) - logLoss.mean)).toBeLessThan(0.1);
  probabilities.data.forEach((p, at) => {
    expect(lower.data[at]).toBeLessThanOrEqual(p);
    expect(upper.data[at]).toBeGreaterThanOrEqual(p);
  });
});

test("it comes back from its document, for two classes and for three", () => {
  const flowers = fitSync(auto(), even(iris(), 0), { target: "species" });
  expect(flowers.classes.length).toBe(3);
  for (const [posterior, rows] of [
    [fitted, even(table, 1)],
    [flowers, even(iris(), 1)],
  ] as const) {
    const again = loadPosterior(JSON.stringify(posterior.toDocument()));
    expect(again.predict(rows)).toEqual(posterior.predict(rows));
    // How long each took is not in the document, so that equal fits have equal documents.
    expect(again.candidates).toEqual(posterior.candidates!.map((candidate) => ({ ...candidate, seconds: undefined })));
  }
});

test("low effort is the fast tuned fit alone", () => {
  const low = fitSync(auto({ effort: "low" }), training, { target });
  const alone = fitSync(leastSquaresSupportVector(), training, { target });
  const rows = even(table, 1);
  expect(low.candidates?.map(({ model }) => model)).toEqual(["lssvm"]);
  expect(low.predict(rows)).toEqual(alone.predict(rows));
});

test("the best alone, or a mixture, can be asked for", () => {
  const best = fitSync(auto({ combine: "best" }), training, { target });
  expect(
    best.candidates?.filter(({ weight }) => weight > 0).map(({ weight, difference }) => [weight, difference]),
  ).toEqual([[1, 0]]);
  const mixture = fitSync(auto({ combine: "stacking" }), training, { target });
  expect(mixture.candidates?.reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(1, 12);
});

test("no member is begun after the budget of time is spent, and a warning says so", () => {
  const { candidates, warnings } = fitSync(auto({ budget: 3 }), training, { target, clock: counting() });
  expect(candidates?.length).toBeLessThan(fitted.candidates?.length ?? 0);
  expect(warnings.map(({ code }) => code)).toContain("out-of-time");
  expect(() => auto({ budget: -1 })).toThrow("budget of auto must be a positive number of seconds");
});

test("columns that say nothing about the label give the class frequencies, in words", () => {
  const n = 60;
  const noise = tableFromColumns({
    a: Array.from({ length: n }, (_, i) => Math.sin(97 * i)),
    b: Array.from({ length: n }, (_, i) => Math.cos(31 * i * i)),
    label: Array.from({ length: n }, (_, i) => (i % 3 === 0 ? "yes" : "no")),
  });
  const posterior = fitSync(auto(), noise, { target: "label" });
  const { probabilities } = posterior.predict(noise);
  probabilities.data.forEach((p, at) => expect(Math.abs(p - (at % 2 === 0 ? 2 / 3 : 1 / 3))).toBeLessThan(0.25));
});

/** Probabilities of a class by the combination and by each member. */
function probabilitiesOf(posterior: Posterior, rows: Table, label: string): Float64Array[] {
  const [C, c] = [posterior.classes.length, posterior.classes.indexOf(label)];
  const ofClass = ({ data }: Matrix): Float64Array => data.filter((_, at) => at % C === c).map(Math.exp);
  const members = posterior.members?.(rows) ?? [];
  return [posterior.predict(rows).logProbabilities, ...members.map((member) => member.logProbabilities)].map(ofClass);
}

/** The combined probabilities lie within those of the members, which are those of an even pool at the most extreme. */
function expectAmongMembers([together, ...members]: readonly Float64Array[]): void {
  expect(members.length).toBeGreaterThan(3);
  together.forEach((p, i) => {
    expect(p).toBeGreaterThan(Math.min(...members.map((own) => own[i])) - 1e-12);
    expect(p).toBeLessThan(Math.max(...members.map((own) => own[i])) + 1e-12);
  });
}

test("a class of one row among three, never predicted unseen, has the probability that members give it", () => {
  const rows = tableFromColumns({ a: [0, 1, 2], y: ["k0", "rare", "k0"] });
  const posterior = fitSync(auto(), rows, { target: "y" });
  const probabilities = probabilitiesOf(posterior, rows, "rare");
  expectAmongMembers(probabilities);
  expect(probabilities[0][1]).toBeGreaterThan(0.2);
  expect(posterior.warnings.map(({ code }) => code)).toContain("unscored-class");
});

test("a class of one row among forty has the probability that members give it", () => {
  const n = 40;
  const rows = tableFromColumns({
    a: Array.from({ length: n }, (_, i) => Math.sin(7 * i)),
    b: Array.from({ length: n }, (_, i) => Math.cos(3 * i * i)),
    y: Array.from({ length: n }, (_, i) => (i === 11 ? "rare" : "k0")),
  });
  const probabilities = probabilitiesOf(fitSync(auto(), rows, { target: "y" }), rows, "rare");
  expectAmongMembers(probabilities);
  expect(probabilities[0][11]).toBeGreaterThan(0.01);
});

test("a class with all its rows in one group has the probability that members give it, and no member is left out for it", () => {
  const n = 36;
  const rows = tableFromColumns({
    a: Array.from({ length: n }, (_, i) => Math.sin(7 * i) + (i < 12 ? 0.7 : 0)),
    b: Array.from({ length: n }, (_, i) => Math.cos(3 * i * i)),
    group: Array.from({ length: n }, (_, i) => `g${i < 12 ? 0 : 1 + (i % 4)}`),
    y: Array.from({ length: n }, (_, i) => (i < 12 ? "positive" : "negative")),
  });
  const posterior = fitSync(auto(), rows, { target: "y", group: "group" });
  const probabilities = probabilitiesOf(posterior, rows, "positive");
  expectAmongMembers(probabilities);
  expect(probabilities[0].subarray(0, 12).toSorted()[6]).toBeGreaterThan(0.2);
  // The rows with scores are all negative: they would favour the member that believes least in positives.
  expect(posterior.candidates?.filter(({ outcome }) => outcome === "left out")).toEqual([]);
  const mixture = fitSync(auto({ combine: "stacking" }), rows, { target: "y", group: "group" });
  const weights = mixture.candidates?.flatMap(({ outcome, weight }) => (outcome === "used" ? [weight] : [])) ?? [];
  weights.forEach((weight) => expect(weight).toBeCloseTo(1 / weights.length, 6));
});

test("members can be asked one by one, under the priors of the fit, and come back from the document", () => {
  const rows = even(table, 1);
  const members = fitted.members?.(rows) ?? [];
  const used = fitted.candidates?.filter(({ outcome }) => outcome === "used").map(({ title }) => title) ?? [];
  expect(members.map(({ title }) => title).toSorted()).toEqual(used.toSorted());
  expect(loadPosterior(JSON.stringify(fitted.toDocument())).members?.(rows)).toEqual(members);
  const low = { effort: "low" } as const;
  const skewed = fitSync(auto(low), training, {
    target,
    priors: { [fitted.classes[0]]: 0.9, [fitted.classes[1]]: 0.1 },
  });
  expect(skewed.members?.(rows)[0].logProbabilities).toEqual(skewed.predict(rows).logProbabilities);
  expect(fitSync(leastSquaresSupportVector(), training, { target }).members).toBeUndefined();
});

test("two rows, none of which can be left out, are fitted by all members alike, and the warnings say what is not known", () => {
  const rows = tableFromColumns({ x: [1, 2], y: ["a", "b"] });
  for (const combine of ["pool", "stacking", "best"] as const) {
    const posterior = fitSync(auto({ combine }), rows, { target: "y" });
    const { probabilities } = posterior.predict(rows);
    // Two rows are little evidence: one member alone may say no more than the class frequencies.
    const own = [probabilities.data[0], probabilities.data[3]];
    for (const p of own) expect(p).toBeGreaterThan(combine === "best" ? 0.5 - 1e-12 : 0.5 + 1e-4);
    for (const p of probabilities.data) expect(p).toBeGreaterThan(0.01);
    expect(posterior.warnings.map(({ code }) => code)).toContain("unscored-class");
    const weights = (posterior.candidates ?? []).map(({ weight }) => weight).filter((weight) => weight > 0);
    expect(weights.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 12);
    if (combine !== "best") expect(new Set(weights)).toEqual(new Set([1 / weights.length]));
    expect(loadPosterior(posterior.toDocument()).predict(rows).probabilities).toEqual(probabilities);
  }
});

test("where each class is one group, no scores are shown for members that were not compared, and one warning gives the reason", () => {
  // Penguins by island: the note blamed too few rows of the class, and some members had log losses, others none.
  const flowers = iris();
  const grouped = tableFromColumns({
    ...Object.fromEntries(flowers.columns.slice(0, 2).map((column) => [column.name, valuesOf(column)])),
    island: Array.from({ length: flowers.rows }, (_, row) => `island ${Math.floor(row / 50)}`),
    species: Array.from({ length: flowers.rows }, (_, row) => `species ${Math.floor(row / 50)}`),
  });
  const { candidates, warnings, score } = fitSync(auto(), grouped, { target: "species", group: "island" });
  const used = candidates?.filter(({ outcome }) => outcome === "used") ?? [];
  for (const { weight } of used) expect(weight).toBeCloseTo(1 / used.length, 14);
  expect(used.every(({ score: own }) => own === undefined)).toBe(true);
  expect(score).toBeUndefined();
  const notes = warnings.filter(({ code }) => code === "unscored-class" || code === "no-leave-one-out");
  expect(notes).toHaveLength(1);
  expect(notes[0].message).toContain("without it, or without its group");
});

function valuesOf(column: Table["columns"][number]): number[] {
  return column.type === "number" ? Array.from(column.values) : [];
}

describe("the rows that members keep", () => {
  const flowers = fitSync(auto(), even(iris(), 0), { target: "species" });
  interface Stored {
    readonly views: readonly { readonly columns: readonly unknown[]; readonly rows?: Matrix }[];
    readonly members: readonly {
      readonly title: string;
      readonly view: number;
      readonly posterior: { readonly parameters: unknown };
    }[];
  }
  const storedOf = (posterior: Posterior): Stored => {
    const { parameters } = posterior.toDocument() as unknown as { readonly parameters: Stored };
    return parameters;
  };

  test("stand in a document once for each view, of machines for single classes as well", () => {
    const { views, members } = storedOf(flowers);
    expect(views.length).toBe(new Set(members.map(({ view }) => view)).size);
    const given = views.find(
      ({ columns }) => JSON.stringify(columns) === '[{"column":0},{"column":1},{"column":2},{"column":3}]',
    );
    expect(given!.rows!.rows).toBeLessThanOrEqual(75);
    const process = members.find(({ title }) => title.startsWith("Gaussian process"))!;
    // Three machines on all rows.
    expect(JSON.stringify(process.posterior).match(/"rows":\{"shared":/g)).toHaveLength(3);
    const sharing = members.filter(({ view }) => views[view].rows);
    expect(JSON.stringify(sharing).includes('"rows":{"rows":')).toBe(false);
  });

  test("are read from documents of earlier versions, in which each member had its view and its rows", () => {
    const document = JSON.parse(JSON.stringify(flowers.toDocument())) as { parameters: Record<string, unknown> };
    const { views: _, ...rest } = autoCodec.write(autoCodec.read(document.parameters, "parameters"));
    const earlier = { ...rest, members: autoCodec.read(document.parameters, "parameters").members };
    expect(earlier.members[0].view.length).toBe(4);
    const rows = even(iris(), 1);
    expect(loadPosterior({ ...document, parameters: earlier }).predict(rows)).toEqual(flowers.predict(rows));
  });
});

test("a document without intervals has the members that probabilities are made of, and predicts them bit for bit", () => {
  const rows = even(table, 1);
  interface Pooled {
    readonly parameters: { readonly coefficients: number[] };
  }
  const document = JSON.parse(JSON.stringify(fitted.toDocument())) as Pooled;
  document.parameters.coefficients[1] = 0;
  const posterior = loadPosterior(document);
  const titles = posterior.members!(rows).map(({ title }) => title);
  const light = loadPosterior(JSON.stringify(posterior.toDocument({ intervals: false })));
  expect(light.members!(rows).map(({ title }) => title)).toEqual(titles.toSpliced(1, 1));
  expect(light.predict(rows, { intervals: false }).probabilities).toEqual(posterior.predict(rows).probabilities);
});
