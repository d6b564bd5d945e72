import { describe, expect, test } from "vitest";
import {
  fitSync,
  gaussian,
  iris,
  loadPosterior,
  parseCsv,
  selectRows,
  tableFromColumns,
  type Posterior,
  type Table,
} from "../../src/index.ts";
import { ringnorm } from "../../src/data/index.ts";
import { nugget, scale, sum } from "../../src/kernels/index.ts";
import { exportableModels, models, onnxModel, type ModelName } from "../../src/entries/models.ts";
import { kernelFromDocument } from "../../src/kernels/index.ts";
import { logNormalCdf } from "../../src/numeric/normalCdf.ts";
import { coupleOneVersusRest, wuLinWeng } from "../../src/calibration/coupling/index.ts";
import { matrix, type Matrix } from "../../src/engine/matrix.ts";
import { selectEngine } from "../../src/engine/selectEngine.ts";
import { toRows } from "../../src/matrix/row.ts";
import { onnxBytes } from "../../src/onnx/onnxBytes.ts";
import { graphBuilder, type GraphBuilder, type Value } from "../../src/onnx/graphBuilder.ts";
import { crossGraph, diagonalGraph } from "../../src/onnx/crossGraph.ts";
import { logisticLikelihood } from "../../src/likelihoods/logisticLikelihood.ts";
import { trigonometricLikelihood } from "../../src/likelihoods/trigonometricLikelihood.ts";
import { logisticTails, normalTails, trigonometricTails } from "../../src/onnx/tails.ts";
import { coupleOneVersusRestGraph } from "../../src/onnx/coupleOneVersusRestGraph.ts";
import { couplePairwiseGraph } from "../../src/onnx/couplePairwiseGraph.ts";
import { pickColumns } from "../../src/onnx/steps.ts";
import { integerField, joined, textField } from "../../src/onnx/wire.ts";
import { stream } from "../../src/random/stream.ts";
import type { Cell } from "../../src/table/table.ts";
import { thrown } from "../thrown.ts";
import { answerOf, expectSame, runtime } from "./onnxRuntime.ts";

/** The one result of a small graph of a matrix. */
async function resultOf(X: Matrix, build: (graph: GraphBuilder, X: Value) => Value): Promise<Float64Array> {
  const graph = graphBuilder();
  const result = graph.rename(build(graph, "X"), "result");
  const bytes = onnxBytes({
    graph: graph.finish(
      "test",
      [{ name: "X", type: "double", dimensions: ["rows", X.columns] }],
      [{ name: result, type: "double", dimensions: ["rows", "columns"] }],
    ),
    producer: { name: "test", version: "1" },
    description: "",
    operators: { "": 17 },
    metadata: {},
  });
  const session = await runtime.InferenceSession.create(bytes);
  const found = await session.run({ X: new runtime.Tensor("float64", X.data, [X.rows, X.columns]) });
  await session.release();
  return found["result"].data as Float64Array;
}

function random(rows: number, columns: number, seed: number): Matrix {
  const source = stream(seed);
  return matrix(
    rows,
    columns,
    Float64Array.from({ length: rows * columns }, () => source.uniform()),
  );
}

interface Exhibit {
  readonly asked: Record<string, Cell[]>;
  readonly document: { readonly model: { readonly name: string } };
}

const museum = Object.values(
  import.meta.glob<Exhibit>("../fixtures/documents/*.json", { eager: true, import: "default" }),
);

const underPriors = Object.entries(
  import.meta.glob<Exhibit>("../fixtures/documents/priors/*.json", { eager: true, import: "default" }),
).map(
  ([path, exhibit]) =>
    [
      path
        .split("/")
        .at(-1)!
        .replace(/\.v\d+\.json$/, ""),
      exhibit,
    ] as const,
);

describe("priors that were given for rows of unbalanced classes", () => {
  // At an end of its precision bfd cannot be exported.
  test.each(underPriors.filter(([name]) => name !== "bfd-parzen"))(
    "are kept by the graph of an old document of %s",
    async (_name, { asked, document }) => {
      await expectSame(loadPosterior(structuredClone(document)), tableFromColumns(asked), 1e-9);
    },
  );

  test.each<[ModelName, Record<string, unknown>, "two" | "three"]>([
    ["lda", {}, "three"],
    ["logistic", {}, "two"],
    ["lssvm", { decision: "sign" }, "three"],
    ["svc", {}, "two"],
    ["klr", {}, "three"],
    ["auto", { effort: "low" }, "three"],
  ])("are added once to the scores of %s", async (name, options, classes) => {
    const flowers = iris();
    const rows = Array.from({ length: 150 }, (_, i) => i).filter(
      (i) => (classes === "three" ? i % 3 > 0 || i < 50 : i < 100) && (i < 50 || i % 2 === 0),
    );
    const wanted = { setosa: 0.05, versicolor: 0.25, virginica: 0.7 };
    const priors = classes === "three" ? wanted : { setosa: 0.1, versicolor: 0.9 };
    const model = models[name].create(options);
    const table = selectRows(flowers, rows);
    const posterior = fitSync(model, table, { target: "species", priors });
    await expectSame(posterior, flowers, 1e-9);
    // A shift that both forget would pass the comparison above.
    const plain = fitSync(model, table, { target: "species" }).predict(flowers).probabilities;
    const { probabilities } = await answerOf(posterior, flowers);
    const frequencies = posterior.classes.map(
      (_, c) => posterior.training.classes.filter((q) => q === c).length / rows.length,
    );
    toRows(plain).forEach((row, i) => {
      const weighted = Array.from(row, (p, c) => (p * posterior.priors![c]) / frequencies[c]);
      const sum = weighted.reduce((total, value) => total + value, 0);
      weighted.forEach((value, c) => expect(Math.abs(probabilities[i][c] - value / sum)).toBeLessThan(1e-9));
    });
  });
});

describe("every model that can be exported", () => {
  // These documents are of a sparse discriminant and of the full predictive, which are refused: see below.
  const variants = ["bfd", "bmkc"];
  const isExportable = ({ document }: Exhibit): boolean =>
    [...exportableModels, "one-versus-rest", "pairwise"].includes(document.model.name) &&
    !variants.includes(document.model.name);

  test.each(museum.filter(isExportable).map((exhibit) => [exhibit.document.model.name, exhibit] as const))(
    "%s gives the same labels and probabilities in the runtime, for categories, ranks and missing cells too",
    async (_name, { asked, document }) => {
      await expectSame(loadPosterior(structuredClone(document)), tableFromColumns(asked), 1e-9);
    },
  );

  test.each(["zeros", "refuse"] as const)(
    "gives rare levels, new ones (%s) and missing cells the code of the library",
    async (unseen) => {
      const rows = Array.from({ length: 60 }, (_, row) => row);
      const table = tableFromColumns({
        town: rows.map((row) => (row < 6 ? `hamlet ${row}` : row % 7 === 0 ? null : ["york", "hull"][row % 2])),
        grade: rows.map((row) => (row > 56 ? row : row % 3)),
        size: rows.map((row) => (row * 17) % 23),
        label: rows.map((row) => (((row * 17) % 23) + (row < 6 ? 9 : 0) > 11 ? "a" : "b")),
      });
      const asked = tableFromColumns({
        town: ["york", "hamlet 3", "new", null, "hull", "york"],
        grade: [1, 57, 2, 2, 99, null],
        size: [1, 2, 3, 4, 5, 6],
      });
      const known = tableFromColumns({ town: ["york", "hamlet 3", null], grade: [1, 57, 59], size: [1, 2, 3] });
      for (const categories of ["one-hot", "hamming"] as const) {
        const options = { target: "label", missing: "impute", asCategory: ["grade"], unseen, categories } as const;
        const posterior = fitSync(models.lda.create({ shrinkage: 0.1 }), table, options);
        expect(posterior.encoding.columns.slice(0, 2)).toMatchObject([
          { rareLevels: [0, 1, 2, 3, 4, 5].map((row) => `hamlet ${row}`) },
          { rareLevels: ["57", "58", "59"] },
        ]);
        await expectSame(posterior, known, 1e-9);
        if (unseen === "zeros") await expectSame(posterior, asked, 1e-9);
        else {
          const { probabilities } = await answerOf(posterior, asked);
          const isRefused = probabilities.map((row) => Number.isNaN(row[0]));
          expect(isRefused).toEqual([false, false, true, false, true, false]);
        }
      }
    },
  );

  test("is among the documents of all versions", () => {
    const names = new Set(museum.map(({ document }) => document.model.name));
    for (const name of exportableModels) expect(names).toContain(name);
  });

  test("is one of the catalogue, and where an option is refused, what to do is said", () => {
    expect([...exportableModels].toSorted()).toEqual(Object.keys(models).toSorted());
    const refused = museum.filter((exhibit) => !isExportable(exhibit));
    expect(refused.map(({ document }) => document.model.name).toSorted()).toEqual(variants);
    for (const { document } of refused) {
      const { code, message } = thrown(() => onnxModel(loadPosterior(structuredClone(document))));
      expect(code).toBe("not-exportable");
      expect(message).toContain("; fit one ");
    }
  });

  test("is also one on all rows, or by single draws, where the documents have other options", async () => {
    const table = selectRows(
      iris(),
      Array.from({ length: 30 }, (_, i) => 60 + 2 * i),
    );
    const kernel = sum(scale(gaussian({ lengthScale: 2 }), { variance: 2 }), nugget({ variance: 0.1 }));
    for (const model of [
      models.bfd.create({ kernel, starts: [1], precision: 3 }),
      models.bfd.create({ kernel, starts: [1], labelNoise: "estimated" }),
      models.bmkc.create({ chains: 2, burnIn: 20, sweeps: 40 }),
    ]) {
      await expectSame(fitSync(model, table, { target: "species" }), iris(), 1e-9);
    }
  });
});

test("rows of iris and ringnorm that were not in the fit have the same probabilities in the runtime", async () => {
  const [flowers, rings] = [iris(), ringnorm({ rows: 200 })];
  const even = Array.from({ length: 75 }, (_, i) => 2 * i);
  const odd = even.map((row) => row + 1);
  const fitted = (name: ModelName, options: object, table: Table, target: string): Posterior =>
    fitSync(models[name].create({ ...options }), selectRows(table, even), { target });
  await expectSame(fitted("rda", {}, flowers, "species"), selectRows(flowers, odd), 1e-9);
  await expectSame(fitted("lssvm", {}, flowers, "species"), selectRows(flowers, odd), 1e-9);
  await expectSame(fitted("lssvm", {}, rings, "class"), selectRows(rings, odd), 1e-9);
  for (const options of [{ likelihood: "probit" }, { likelihood: "logistic" }, { inference: "laplace" }]) {
    await expectSame(fitted("gpc", { ...options, starts: [1] }, rings, "class"), selectRows(rings, odd), 1e-9);
  }
  for (const options of [{ inference: "ep" }, { inference: "laplace", committee: true }]) {
    await expectSame(fitted("btsvc", { ...options, starts: [1, 10] }, rings, "class"), selectRows(rings, odd), 1e-9);
  }
});

test("rows that the library refuses have no label and no probabilities", async () => {
  const table = parseCsv("x,color,y\n1,red,a\n2,blue,a\n3,red,b\n4.5,blue,b\n0.5,red,a\n4,blue,b\n");
  const posterior = fitSync(models.lda.create({}), table, { target: "y" });
  const { labels, probabilities } = await answerOf(
    posterior,
    tableFromColumns({ x: [1, undefined, 2, 3, 1e300, 4], color: ["red", "red", "green", undefined, "red", "blue"] }),
  );
  expect(labels).toEqual(["a", "", "", "", "", "b"]);
  probabilities.forEach((row, i) => {
    if (labels[i] === "") expect(Array.from(row)).toEqual([Number.NaN, Number.NaN]);
    else expect(row[0] + row[1]).toBeCloseTo(1, 12);
  });
});

describe("a part of a graph", () => {
  test("computes both tails of the normal distribution to ten digits", async () => {
    const z = Float64Array.from({ length: 2401 }, (_, i) => (i - 1200) / 40);
    const X = matrix(z.length, 1, z);
    const both = await resultOf(X, (graph, value) => {
      const { lower, upper } = normalTails(graph, value);
      return graph.node("Concat", [lower, upper], { axis: 1 });
    });
    z.forEach((each, i) => {
      [logNormalCdf(-each), logNormalCdf(each)].forEach((expected, side) => {
        const error = Math.abs(both[2 * i + side] - expected);
        // Next to probability 1 the logarithm is as small as rounding.
        expect(error).toBeLessThan(1e-10 * Math.abs(expected) + 1e-15);
      });
    });
  });

  test.each([
    ["logistic", logisticLikelihood, logisticTails],
    [
      "trigonometric",
      trigonometricLikelihood({ halfWidth: 0.7 }),
      (graph: GraphBuilder, mean: Value, variance: Value) => trigonometricTails(graph, mean, variance, 0.7),
    ],
  ] as const)(
    "averages the %s likelihood over Gaussians, narrow and wide, far into both tails",
    async (_name, own, tailsOf) => {
      const means = Array.from({ length: 121 }, (_, i) => (i - 60) ** 3 / 1000);
      const variances = [1e-10, 1e-4, 0.01, 0.3, 1, 5, 16, 60, 250, 3000, 20_000];
      const pairs = variances.flatMap((variance) => means.map((mean) => [mean, variance] as const));
      const both = await resultOf(matrix(pairs.length, 2, Float64Array.from(pairs.flat())), (graph, X) => {
        const { lower, upper } = tailsOf(graph, pickColumns(graph, X, [0]), pickColumns(graph, X, [1]));
        return graph.node("Concat", [lower, upper], { axis: 1 });
      });
      pairs.forEach(([mean, variance], i) => {
        [own.logMean(-mean, variance), own.logMean(mean, variance)].forEach((expected, side) => {
          const error = Math.abs(both[2 * i + side] - expected);
          expect(error, `mean ${mean}, variance ${variance}`).toBeLessThan(1e-10 * Math.abs(expected) + 1e-13);
        });
      });
    },
  );

  test("couples machines as the library does, where they agree, disagree and are certain", async () => {
    for (const C of [3, 7]) {
      const r = random(200, C, C);
      r.data.set([0, 1, 0, 1, 1, 1, 0, 0, 0], 0);
      const found = await resultOf(r, (graph, value) => coupleOneVersusRestGraph(graph, value, C));
      toRows(r).forEach((row, i) => {
        coupleOneVersusRest(row).forEach((p, c) => expect(Math.abs(found[i * C + c] - p)).toBeLessThan(1e-12));
      });
    }
  });

  test("couples pairs as the library does", async () => {
    const C = 5;
    const pairs = random(100, 10, 9);
    const found = await resultOf(pairs, (graph, value) => couplePairwiseGraph(graph, value, C));
    toRows(pairs).forEach((row, i) => {
      const r = matrix(C, C);
      let m = 0;
      for (let a = 0; a < C; a++) {
        for (let b = a + 1; b < C; b++, m++) {
          r.data[a * C + b] = row[m];
          r.data[b * C + a] = 1 - row[m];
        }
      }
      const { probabilities } = wuLinWeng(selectEngine(), r);
      probabilities.forEach((p, c) => expect(Math.abs(found[i * C + c] - p)).toBeLessThan(1e-12));
    });
  });

  test.each([
    { kind: "gaussian", lengthScale: [0.5, 2, 1], relevance: "each" },
    { kind: "gaussian", lengthScale: [0.5, 2], relevance: "each", groups: [0, 1, 0] },
    { kind: "matern", smoothness: 0.5 },
    { kind: "matern", smoothness: 1.5 },
    { kind: "matern", smoothness: 2.5 },
    { kind: "rationalQuadratic", shape: 0.7 },
    { kind: "l1", weight: [0.3, 1, 2], relevance: "each" },
    { kind: "hamming", weight: 0.4 },
    { kind: "polynomial", degree: 3, offset: 0.5, scale: 2 },
    { kind: "constant", variance: 3 },
    { kind: "composite", linear: 0.5, relevance: [1, 0, 2], bias: 0.3, nugget: 0.2 },
    {
      kind: "sum",
      terms: [
        {
          kind: "product",
          factors: [{ kind: "linear" }, { kind: "columns", columns: [2, 0], kernel: { kind: "l1" } }],
        },
        { kind: "scale", variance: 4, kernel: { kind: "gaussian" } },
        { kind: "constant", variance: 2 },
        { kind: "nugget", variance: 0.1 },
      ],
    },
  ])("computes the kernel $kind", async (document) => {
    const kernel = kernelFromDocument(document);
    const engine = selectEngine();
    const [X, Z] = [random(20, 3, 11), random(8, 3, 12)];
    // Some values in common, for kernels that ask whether values are equal.
    X.data.set(Z.data.subarray(0, 4), 0);
    const [cross, diagonal] = [kernel.cross(engine, X, Z).data, kernel.diagonal(X)];
    const foundCross = await resultOf(X, (graph, value) => crossGraph(graph, kernel, value, Z));
    foundCross.forEach((k, at) => expect(Math.abs(k - cross[at])).toBeLessThan(1e-13));
    const foundDiagonal = await resultOf(X, (graph, value) => {
      // As a column, also where it is one number for all rows.
      const zero = graph.node("Mul", [
        graph.node("Gather", [value, graph.integers([0])], { axis: 1 }),
        graph.number(0),
      ]);
      return graph.node("Add", [zero, diagonalGraph(graph, kernel, value, 3)]);
    });
    foundDiagonal.forEach((k, i) => expect(Math.abs(k - diagonal[i])).toBeLessThan(1e-13));
  });

  test("never scales a product of matrices by a number, which runtimes would round to 32 bits", () => {
    const graph = graphBuilder();
    const product = graph.node("MatMul", ["X", graph.matrix(random(2, 2, 1))]);
    expect(() => graph.node("Mul", [product, graph.number(0.1)])).toThrow("would lose digits");
    const scaled = graph.node("Div", ["X", graph.number(3)]);
    expect(() => graph.node("MatMul", [scaled, graph.matrix(random(2, 2, 1))])).toThrow("would lose digits");
  });

  test("refuses kernels that it has no steps for", () => {
    const kernel = kernelFromDocument({ kind: "spline" });
    const { code, message } = thrown(() => crossGraph(graphBuilder(), kernel, "X", matrix(2, 1)));
    expect(code).toBe("not-exportable");
    expect(message).toContain("spline");
  });
});

test("fields are written as Protocol Buffers have them", () => {
  expect(Array.from(integerField(1, 150))).toEqual([0x08, 0x96, 0x01]);
  expect(Array.from(integerField(20, -1))).toEqual([0xa0, 0x01, ...new Array<number>(9).fill(0xff), 0x01]);
  expect(Array.from(textField(2, "é"))).toEqual([0x12, 2, 0xc3, 0xa9]);
  expect(joined([])).toEqual(new Uint8Array(0));
});
