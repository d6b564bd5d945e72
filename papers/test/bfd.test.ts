import { fitSync, type Matrix } from "kernelbayes";
import { ringnorm, torus } from "kernelbayes/data";
import { matrix, selectEngine } from "kernelbayes/engine";
import { stratifiedFolds } from "kernelbayes/evaluate";
import { kernelFromDocument, type KernelDocument } from "kernelbayes/kernels";
import { modelFromDocument } from "kernelbayes/models";
import { matrices } from "kernelbayes/numeric";
import { runSync } from "kernelbayes/progress";
import { encode, encodeLabels } from "kernelbayes/table";
import { describe, expect, test } from "vitest";
import type { ResultRow } from "@kernelbayes/experiment/node";
import { fixedKernel } from "../src/benchmark/fixedKernel.ts";
import { medianFound } from "../src/benchmark/medianKernel.ts";
import { benchmarkStudy } from "../src/benchmark/benchmarkTable.ts";
import { chooseByFolds, foldResiduals } from "../src/bfd/chooseByFolds.ts";
import { featureMatrix } from "../src/bfd/featureMatrix.ts";
import { bfdHistograms } from "../src/bfd/histograms.ts";
import { countedClasses, momentsOf, movedShare, placesOf, pooled } from "../src/bfd/pooledHistogram.ts";
import type { ProjectedFound } from "../src/bfd/projectedTask.ts";
import { meansOf, projectionOf, scaledOutputsOf } from "../src/bfd/projection.ts";
import { printedComposite, recordedModel, recordedSettings } from "../src/bfd/recorded.ts";
import { bfdRelevance, rankCorrelation } from "../src/bfd/relevance.ts";
import { foundOf } from "../src/found.ts";
import type { PagePart, ReproduceSettings, Study } from "../src/paper.ts";
import { readPublished } from "../src/published.ts";
import { runStudies } from "../src/runStudies.ts";
import { temporaryFolder, writeProblem } from "./folders.ts";
import { here, paperData } from "./samples.ts";

const engine = selectEngine();

function settingsOf(directory: string): ReproduceSettings {
  const published = readPublished(directory) ?? [];
  return { directory, partitions: 2, isQuick: true, seed: 1, engine: engine.name, published };
}

/** Runs studies in this thread and gives the rows and the part of the page of each. */
async function ran(...studies: readonly Study[]): Promise<{ rows: readonly ResultRow[]; part: PagePart }[]> {
  const { rows } = await runStudies(studies, {
    directory: temporaryFolder(),
    fresh: false,
    executor: here,
    stream: { write: () => true },
  });
  return studies.map((study, at) => ({ rows: rows[at], part: study.part(rows[at]) }));
}

/** x with A x = b, by elimination with row exchanges. */
function solved(A: Matrix, b: readonly number[]): number[] {
  const rows = matrices.toRows(A).map((row, at) => [...row, b[at]]);
  for (let k = 0; k < rows.length; k++) {
    let pivot = k;
    for (let i = k; i < rows.length; i++) if (Math.abs(rows[i][k]) > Math.abs(rows[pivot][k])) pivot = i;
    [rows[k], rows[pivot]] = [rows[pivot], rows[k]];
    for (let i = 0; i < rows.length; i++) {
      if (i === k) continue;
      const factor = rows[i][k] / rows[k][k];
      rows[i] = rows[i].map((value, j) => value - factor * rows[k][j]);
    }
  }
  return rows.map((row, k) => row[rows.length] / row[k]);
}

describe("left-out folds of a least-squares machine", () => {
  const table = torus({ rows: 60, seed: 3 });
  const X = featureMatrix(table, "class");
  const signs = Float64Array.from(encodeLabels(table, "class").classes, (q) => (q === 1 ? 1 : -1));

  test("have the residuals of machines that never saw them", () => {
    const classes = signs.map((sign) => (sign > 0 ? 1 : 0));
    const splits = stratifiedFolds(classes, { folds: 4, seed: 1 });
    const K = engine.gaussianMatrix(X, undefined, new Float64Array(2).fill(0.7));
    const mu = 0.05;
    const groups = splits.map((split) => split.test);
    const residuals = foldResiduals(engine, K, signs, mu, groups)!;
    for (const { train, test: left } of splits) {
      // The bordered system of the machine itself: (K + μI)α + b1 = t, 1ᵀα = 0.
      const n = train.length;
      const system = matrix(n + 1, n + 1);
      for (let i = 0; i < n; i++) {
        for (let j = 0; j < n; j++)
          system.data[i * (n + 1) + j] = K.data[train[i] * 60 + train[j]] + (i === j ? mu : 0);
        system.data[i * (n + 1) + n] = 1;
        system.data[n * (n + 1) + i] = 1;
      }
      const solution = solved(system, [...Array.from(train, (row) => signs[row]), 0]);
      for (const row of left) {
        const output = train.reduce((sum, other, j) => sum + solution[j] * K.data[row * 60 + other], solution[n]);
        expect(residuals[row]).toBeCloseTo(signs[row] - output, 9);
      }
    }
  });

  test("choose a kernel that is narrow enough for a ball inside a ring", () => {
    const { kernel, regularization, errors } = runSync(chooseByFolds(engine, X, signs, { folds: 10, seed: 1 }));
    // No straight line leaves fewer than a quarter of the rows on the wrong side.
    expect(errors).toBeLessThanOrEqual(6);
    const { lengthScale } = kernel as KernelDocument & { lengthScale: number };
    expect(lengthScale).toBeLessThan(3);
    expect(regularization).toBeGreaterThan(0);
  });
});

describe("the projection", () => {
  const table = torus({ rows: 40, seed: 5 });

  test("is the posterior mean of the Fisher discriminant, by its definition", () => {
    const kernel = {
      kind: "sum",
      terms: [
        { kind: "scale", kernel: { kind: "gaussian", lengthScale: 0.8 }, variance: 0.6 },
        { kind: "nugget", variance: 0.1 },
      ],
    };
    const precision = 3;
    const model = modelFromDocument({ name: "bfd", kernel: fixed(kernel), precision, calibration: "none" });
    const posterior = fitSync(model, table, { target: "class" });
    const project = projectionOf(posterior, table);

    // u = (I + βLK)⁻¹δ and f̄ = d kᵀu/s, s = δᵀKu, L taking the class mean off each value and δ being the contrast of the means.
    const { classes } = posterior.training;
    const X = encode(posterior.encoding, table);
    const n = X.rows;
    const K = kernelFromDocument(kernel).matrix(engine, X);
    const sizes = [0, 1].map((q) => classes.filter((each) => each === q).length);
    const delta = classes.map((q) => (q === 1 ? 1 : -1) / sizes[q]);
    const system = matrix(n, n);
    for (let i = 0; i < n; i++) {
      for (let j = 0; j < n; j++) {
        let centered = K.data[i * n + j];
        for (let k = 0; k < n; k++) if (classes[k] === classes[i]) centered -= K.data[k * n + j] / sizes[classes[i]];
        system.data[i * n + j] = (i === j ? 1 : 0) + precision * centered;
      }
    }
    const u = Float64Array.from(solved(system, delta));
    const Ku = matrices.multiplyVector(K, u);
    const s = delta.reduce((sum, value, i) => sum + value * Ku[i], 0);
    const midpoint = Ku.reduce((sum, value, i) => sum + value / (2 * sizes[classes[i]]), 0);
    const others = torus({ rows: 25, seed: 6 });
    const cross = kernelFromDocument(kernel).cross(engine, X, encode(posterior.encoding, others));
    const expected = matrices
      .multiplyVector(cross, u, { transpose: true })
      .map((value) => (2 * (value - midpoint)) / s);
    const places = project(others);
    places.forEach((place, row) => expect(place).toBeCloseTo(expected[row], 8));

    // The odds of the model change sides where the projection does, its variance being the same on both.
    const { latentMean } = posterior.predict(others);
    const prior = Math.log(sizes[1] / sizes[0]);
    places.forEach((place, row) => expect(Math.sign(latentMean.data[2 * row + 1] - prior)).toBe(Math.sign(place)));
  });

  test("of least-squares machines with an evidence is told too, and of others it is refused", () => {
    const posterior = fitSync(modelFromDocument({ name: "bayesian-lssvm", starts: [1] }), table, { target: "class" });
    const places = projectionOf(posterior, table)(table);
    const means = meansOf(places, posterior.training.classes);
    // Without a nugget training rows are what the means were taken of.
    expect(means[0]).toBeCloseTo(-1, 9);
    expect(means[1]).toBeCloseTo(1, 9);
    const linear = fitSync(modelFromDocument({ name: "kfd", kernel: { kind: "gaussian" }, regularization: 1 }), table, {
      target: "class",
    });
    expect(() => projectionOf(linear, table)).toThrow("kfd has no precision");
  });
});

/** The kernel with nothing left to search. */
function fixed(kernel: { readonly kind: string; readonly terms: readonly object[] }): KernelDocument {
  const [scale, nugget] = kernel.terms as [{ kernel: object }, object];
  return {
    kind: kernel.kind,
    terms: [
      { ...scale, kernel: { ...scale.kernel, fixed: ["lengthScale"] }, fixed: ["variance"] },
      { ...nugget, fixed: ["variance"] },
    ],
  };
}

test("outputs are scaled so that the means of the training classes lie at −1 and 1", () => {
  const table = torus({ rows: 40, seed: 5 });
  const posterior = fitSync(modelFromDocument({ name: "orkfd", targets: "signs" }), table, { target: "class" });
  const places = scaledOutputsOf(posterior, table)(table);
  const [low, high] = meansOf(places, posterior.training.classes);
  expect([low, high]).toEqual([expect.closeTo(-1, 9), expect.closeTo(1, 9)]);
});

test("histograms of several partitions add up, and say how many rows would have to move", () => {
  const set = (name: string, places: readonly number[]): Parameters<typeof countedClasses>[1][number] => ({
    name,
    places: Float64Array.from(places),
    classes: places.map(() => 0),
  });
  const one = countedClasses(["no"], [set("training rows", [-1, -1, 1, 90]), set("test rows", [-1, 1, 1, 1])]);
  const [train, test] = pooled([one, one]);
  expect(train.counts.reduce((sum, count) => sum + count, 0)).toBe(8);
  // A place beyond the ends counts in the outermost bin.
  expect(train.counts.at(-1)).toBe(2);
  expect(placesOf(train)).toHaveLength(8);
  expect(placesOf(train)[0]).toBeCloseTo(-1, 1);
  // Half of the rows at −1, a quarter at 1 and one at the end, against a quarter and three quarters.
  expect(movedShare(train, test)).toBeCloseTo(0.5, 12);
  const { rows, mean, deviation } = momentsOf(test);
  expect([rows, mean, deviation]).toEqual([8, expect.closeTo(0.525, 9), expect.closeTo(Math.sqrt(0.75), 9)]);
});

const logTheta = [4, -9, 1, -5, -13, -7, -1.5];
const toolbox = [
  { dataset: "twonorm", kernel: "rbf", parameters: [0.0116, 0, 2.7, 0.0061], beta: 0.36, bound: 1453.5 },
  { dataset: "ringnorm", kernel: "ard", parameters: [0.1, 0.0005, 2.7, 0.01, 0, ...ramp(20)], beta: 0.35, bound: 1098 },
  { dataset: "spiral", kernel: "ard", bound: 674.2 },
  { dataset: "twonorm", kernel: "rbf", auc: { mean: 0.998 } },
];

/** 1, 2, … n. */
function ramp(n: number): number[] {
  return Array.from({ length: n }, (_, at) => at + 1);
}

test("what authors recorded is read in the order of their program, and variances that were rounded to 0 are none", () => {
  const directory = paperData([], {
    toolbox,
    parameters: [{ source: "pena2006", table: "Table 1", method: "BFD", dataset: "relevance", logTheta }],
  });
  expect(recordedModel(recordedSettings(directory, "rbf").get("twonorm"))).toMatchObject({
    precision: 0.36,
    kernel: { inverseSquaredLength: 0.0116, variance: 2.5e-5, nugget: 0.0061, linear: 0, relevance: 1 },
  });
  expect(recordedModel(recordedSettings(directory, "ard").get("ringnorm"))).toMatchObject({
    kernel: { variance: 0.0005, linear: 1e-6, relevance: ramp(20) },
  });
  expect(recordedModel(recordedSettings(directory, "ard").get("spiral"))).toBeUndefined();
  expect(recordedModel(recordedSettings(directory, "rbf").get("banana"))).toBeUndefined();
  expect(printedComposite(directory, "relevance")).toMatchObject({ inverseSquaredLength: 4, relevance: [-7, -1.5] });
  expect(printedComposite(directory, "spiral")).toBeUndefined();
});

test("columns are shown by the weights of the tables beside those on record, and projections of training and test rows", async () => {
  const directory = paperData([], { toolbox });
  writeProblem(directory, "ringnorm", ringnorm({ rows: 60, seed: 4 }));
  const settings = settingsOf(directory);
  const [relevance, histograms] = await ran(bfdRelevance(settings), bfdHistograms(settings));
  expect(
    relevance.rows.map(({ dataset, method, partition }) => `${dataset} ${method} ${partition}`).toSorted(),
  ).toEqual(["ringnorm bayesian-lssvm 1", "ringnorm bfd 1"]);
  for (const row of relevance.rows) expect(foundOf(row).relevance).toHaveLength(20);
  expect(relevance.part.drawings.map(({ file }) => file)).toEqual(["bfd-figure-9-ringnorm.svg"]);
  expect(relevance.part.text).toMatch(
    /\| ringnorm \| BFD, the authors' record \| 1\.9 \| 0\.095 \| 20, 19, 18, 17, 16 \|/,
  );

  // For each of two machines two partitions for the hyperparameters, and two that are drawn together.
  expect(histograms.rows).toHaveLength(8);
  const drawn = histograms.rows.filter(({ options }) => options.includes("histograms"));
  expect(drawn.map(({ method, partition }) => `${method} ${partition}`).toSorted()).toEqual([
    "bfd 1",
    "bfd 2",
    "orkfd 1",
    "orkfd 2",
  ]);
  for (const row of drawn) {
    const { pooled: counted = [] } = foundOf(row) as ProjectedFound;
    expect(counted.map(({ set }) => set)).toEqual(["training rows", "training rows", "test rows", "test rows"]);
    expect(counted.flatMap(({ counts }) => counts).reduce((sum, count) => sum + count, 0)).toBe(80);
  }
  expect(histograms.part.drawings.map(({ file }) => file)).toEqual([
    "bfd-figure-10-twonorm.svg",
    "bfd-figure-11-twonorm.svg",
  ]);
  for (const { svg } of histograms.part.drawings) expect(svg).toContain("midpoint of the class means");
  // Without waveform nothing can be said of it.
  expect(histograms.part.claims?.map(({ outcome }) => outcome)).toEqual(["cannot be judged"]);
});

test("a composite kernel is fixed in all its parameters, and as wide as its weights say", () => {
  const composite = (inverseSquaredLength: number, relevance: readonly number[]): KernelDocument => ({
    kind: "composite",
    inverseSquaredLength,
    variance: 2,
    linear: 0,
    bias: 1,
    nugget: 3,
    relevance,
  });
  expect(fixedKernel(composite(1, [1, 2])).fixed).toEqual(
    expect.arrayContaining(["variance", "inverseSquaredLength", "linear", "bias", "nugget", "relevance"]),
  );
  // θ₂w is what counts: the second is the widest, the first the narrowest.
  const found = [composite(1, [100, 100]), composite(50, [0.01, 0.01]), composite(10, [1, 1])].map((kernel) => ({
    kernel,
  }));
  expect(medianFound(found)?.kernel).toMatchObject({ inverseSquaredLength: 10 });
});

test("the correlation of ranks is that of orders, not of sizes", () => {
  expect(rankCorrelation([1, 2, 3, 1000], [10, 11, 12, 13])).toBeCloseTo(1, 12);
  expect(rankCorrelation([4, 3, 2, 1], [1, 5, 6, 9])).toBeCloseTo(-1, 12);
  // Spearman's formula 1 − 6 Σd²/(n(n² − 1)) for ranks 1 2 3 4 5 against 2 1 4 3 5.
  expect(rankCorrelation([1, 2, 3, 4, 5], [2, 1, 4, 3, 5])).toBeCloseTo(1 - (6 * 4) / 120, 12);
});

test("below a table stands why ours is worse, and of which problems that is not known", async () => {
  const printed = ["banana", "twonorm"].map((dataset) => ({
    source: "pena2006",
    method: "LDA",
    metric: "auc",
    dataset,
    mean: 100,
    std: 0.01,
  }));
  const study = (explanations: Readonly<Record<string, string>>): Study =>
    benchmarkStudy(
      {
        title: "A table",
        printed: "Table 9",
        text: "",
        figure: "areaUnderCurve",
        digit: 0.1,
        tuningPartitions: 1,
        methods: [
          {
            title: "LDA",
            published: { source: "pena2006", method: "LDA" },
            measured: () => ({ name: "lda" }),
            explanations,
          },
        ],
      },
      settingsOf(paperData(printed)),
    );
  const [{ part }] = await ran(study({ banana: "no line divides a banana.", heart: "not here." }));
  expect(part.verdicts).toContain("worse");
  expect(part.text).toMatch(
    /Where ours is worse:\n\n- banana: no line divides a banana\.(\n- twonorm: not explained\.)?$/,
  );
  expect(part.text).not.toContain("heart");
});
