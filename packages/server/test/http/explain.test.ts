import {
  fitSync,
  gaussianProcess,
  iris,
  kernelProjections,
  linearDiscriminant,
  selectRows,
  tableFromColumns,
  type Posterior,
} from "kernelbayes";
import { shapleyValuesSync, type ShapleyOutput } from "kernelbayes/explain";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { flower, irisPosterior } from "../testModels.ts";
import { folderOfFile, served, writeModel, type Served } from "./served.ts";

const table = iris();
const few = selectRows(
  table,
  Array.from({ length: 40 }, (_, i) => 50 + 2 * i),
);
const process = fitSync(gaussianProcess(), few, { target: "species" });
let server: Served;

beforeAll(async () => {
  const folder = folderOfFile();
  const file = (name: string, posterior: Posterior): { name: string; path: string } => ({
    name,
    path: writeModel(folder, `${name}.json`, posterior),
  });
  server = await served({
    models: [
      file("lda", irisPosterior),
      file("gpc", process),
      file(
        "projections",
        fitSync(
          kernelProjections({
            bandwidth: "median",
            projections: 3,
            kernel: "gaussian",
            chains: 2,
            sweeps: 60,
            burnIn: 20,
          }),
          few,
          {
            target: "species",
          },
        ),
      ),
    ],
    explainRows: 3,
  });
}, 60_000);
afterAll(() => server.close());

interface Shown {
  readonly class: string;
  readonly against?: string;
  readonly base: number;
  readonly total: number;
  readonly contributions: Readonly<Record<string, number>>;
  readonly errors?: Readonly<Record<string, number>>;
}

const shown = (json: { readonly predictions: readonly Record<string, unknown>[] }): Shown[][] =>
  json.predictions.map(({ explanation }) => explanation as Shown[]);

describe("predictions on request come with what columns contribute", () => {
  test("to the class that is decided, as the library has it, with the training rows of the model as a background", async () => {
    const rows = [flower(50), flower(120)];
    const { status, json } = await server.send("/models/gpc/predict", { rows, explain: true });
    expect(status).toBe(200);
    const values = shapleyValuesSync(process, rows, { background: "training" });
    expect(json.explanation).toEqual({
      absent: "background",
      scale: values.scale,
      method: "exact",
      backgroundRows: 40,
    });
    const [[first], [second]] = shown(json);
    expect([first.class, first.against]).toEqual(["versicolor", "virginica"]);
    expect([second.class, second.against]).toEqual(["virginica", "versicolor"]);
    expect(Object.values(first.contributions)).toEqual(contributions(values.outputs[0], 0));
    expect(Object.values(second.contributions)).toEqual(contributions(values.outputs[1], 1));
    expect(first.base).toBe(values.outputs[0].base);
    for (const one of [first, second]) {
      const sum = Object.values(one.contributions).reduce((all, value) => all + value, one.base);
      expect(sum).toBeCloseTo(one.total, 10);
    }
  });

  test("to the class of a decision, which may be another than the label", async () => {
    const ask = async (more: object): Promise<Shown[][]> =>
      shown((await server.send("/models/gpc/predict", { rows: [flower(120)], explain: true, ...more })).json);
    expect((await ask({}))[0][0].class).toBe("virginica");
    expect(
      (await ask({ costs: { virginica: { versicolor: 1000 }, versicolor: { virginica: 0.001 } } }))[0][0].class,
    ).toBe("versicolor");
  });

  test("with columns removed where a model holds no training rows, and says so", async () => {
    const { json } = await server.send("/models/lda/predict", { rows: [flower(0)], explain: { classes: "all" } });
    expect(json.explanation).toMatchObject({ absent: "removed", method: "exact", backgroundRows: 0 });
    const [outputs] = shown(json);
    expect(outputs.map((one) => one.class)).toEqual(["setosa", "versicolor", "virginica"]);
    const given = await server.send("/models/lda/predict", {
      rows: [flower(0)],
      explain: { background: [flower(60), flower(110)], classes: "all", backgroundRows: 5 },
    });
    expect(given.json.explanation).toMatchObject({ absent: "background", backgroundRows: 2 });
  });

  test("with rows of the request as a background, by predictions alone, where there is no other way", async () => {
    const without = await server.send("/models/projections/predict", { rows: [flower(60)], explain: true });
    expect(without).toMatchObject({
      status: 400,
      json: { code: "no-background", remedy: expect.stringContaining("background") },
    });
    expect(without.headers.get("content-type")).toContain("application/problem+json");
    const background = [flower(51), flower(77), flower(130)];
    const { status, json } = await server.send("/models/projections/predict", {
      rows: [flower(60)],
      explain: { background },
    });
    expect(status).toBe(200);
    expect(json.explanation).toMatchObject({ scale: "log-odds", backgroundRows: 3 });
  });

  test("from a table of text as well", async () => {
    const header = Object.keys(flower(0)).join(",");
    const { status, json } = await server.ask("/models/lda/predict?explain=true", {
      method: "POST",
      headers: { "content-type": "text/csv" },
      body: `${header}\n${Object.values(flower(0)).join(",")}\n`,
    });
    expect(status).toBe(200);
    expect(shown(json)[0][0].class).toBe("setosa");
  });

  test("also where the request is large, or no thread but the serving one predicts", async () => {
    const filler = Object.fromEntries(Array.from({ length: 9000 }, (_, i) => [`column ${i}`, i]));
    const body = { rows: [{ ...flower(50), ...filler }], explain: true };
    expect(JSON.stringify(body).length).toBeGreaterThan(64 * 1024);
    const large = await server.send("/models/gpc/predict", body);
    const alone = await served({
      models: [{ name: "gpc", path: writeModel(folderOfFile(), "gpc.json", process) }],
      workers: 0,
    });
    try {
      const small = await alone.send("/models/gpc/predict", { rows: [flower(50)], explain: true });
      expect(shown(small.json)).toEqual(shown(large.json));
    } finally {
      await alone.close();
    }
  });
});

describe("what explanations may cost is bounded", () => {
  test.for([
    [
      "more rows than are explained at a time",
      { rows: new Array(4).fill(flower(0)), explain: true },
      413,
      "too-many-rows",
    ],
    [
      "a background that cannot be read",
      { rows: [flower(0)], explain: { background: [{ a: 1 }] } },
      400,
      "missing-columns",
    ],
    ["an empty background", { rows: [flower(0)], explain: { background: [] } }, 400, "invalid-request"],
    [
      "columns that cannot be removed",
      { rows: [flower(60)], explain: { absent: "removed", scale: "log-odds" } },
      400,
      "not-separable",
    ],
    ["an option that there is not", { rows: [flower(0)], explain: { orders: 1e9 } }, 400, "invalid-request"],
  ] as const)("%s: refused", async ([, body, status, code]) => {
    expect(await server.send("/models/gpc/predict", body)).toMatchObject({ status, json: { code } });
  });

  test("in tensors there are none", async () => {
    const inputs = [{ name: "rows", shape: [1, 4], datatype: "FP64", data: Object.values(flower(0)) }];
    const answer = await server.send("/v2/models/lda/infer", { inputs, parameters: { explain: true } });
    expect(answer).toMatchObject({ status: 400, json: { code: "not-available" } });
  });

  test("an explanation that takes too long is refused, while predictions are answered", async () => {
    const wide = tableFromColumns({
      ...Object.fromEntries(
        Array.from({ length: 60 }, (_, j) => [
          `x${j}`,
          Array.from({ length: 40 }, (_unused, i) => Math.sin(i * (j + 1))),
        ]),
      ),
      label: Array.from({ length: 40 }, (_, i) => `class ${i % 2}`),
    });
    const posterior = fitSync(linearDiscriminant({ shrinkage: 0.5 }), wide, { target: "label" });
    const row = Object.fromEntries(Array.from({ length: 60 }, (_, j) => [`x${j}`, 0.1 * j]));
    const slow = await served({
      models: [{ name: "wide", path: writeModel(folderOfFile(), "wide.json", posterior) }],
      timeLimit: 6,
    });
    try {
      const rows = new Array<object>(100).fill(row);
      const background = new Array<object>(60).fill(row);
      const explain = { scale: "log-odds", background, backgroundRows: 60 };
      // Its thread has started by then.
      await slow.send("/models/wide/predict", { rows: [row], explain: true });
      const long = slow.send("/models/wide/predict", { rows, explain });
      const { status } = await slow.send("/models/wide/predict", { rows: [row] });
      expect(status).toBe(200);
      expect(await long).toMatchObject({
        status: 413,
        json: { code: "explanation-too-long", detail: expect.stringContaining("100 rows"), remedy: expect.any(String) },
      });
    } finally {
      await slow.close();
    }
  }, 30_000);
});

function contributions({ contributions: { data, columns } }: ShapleyOutput, row: number): number[] {
  return Array.from(data.subarray(row * columns, (row + 1) * columns));
}
