import { expect, test } from "vitest";
import { answer } from "../../src/answers/answer.ts";
import { partOfPredicted, predictedOf } from "../../src/answers/predicted.ts";
import { readInfer } from "../../src/requests/readInfer.ts";
import { readPredict } from "../../src/requests/readPredict.ts";
import { loadedModel } from "../../src/models/loadedModel.ts";
import type { RawRequest } from "../../src/requests/asked.ts";
import { flower, irisFront, irisPosterior } from "../testModels.ts";

const address = { name: 'iris "1"', version: "2" };
const model = loadedModel(new TextEncoder().encode(JSON.stringify(irisPosterior.toDocument())), undefined);
const rows = [flower(0), flower(60), { ...flower(120), "petal width": 100 }];
const names = irisPosterior.encoding.columns.map(({ name }) => name);

const raw = (kind: RawRequest["kind"], body: unknown): RawRequest => ({
  kind,
  type: "json",
  body: new TextEncoder().encode(JSON.stringify(body)),
  query: {},
  rowLimit: 100,
  columnLimit: 100,
  explainRows: 3,
});

interface Answered {
  readonly json: Record<string, unknown> & {
    predictions: Record<string, unknown>[];
    outputs: { name: string; data: unknown[]; shape: number[] }[];
  };
  readonly counts: unknown;
}
function answered(kind: RawRequest["kind"], body: unknown): Answered {
  const asked = (kind === "predict" ? readPredict : readInfer)(irisFront, raw(kind, body));
  const predicted = predictedOf(irisPosterior.predictEncoded(asked.encoded.X, asked.settings));
  const { sets } = asked.settings;
  const { text, counts } = answer(irisFront, address, asked, predicted, sets && model.threshold(sets.level, sets.seed));
  return { json: JSON.parse(text) as Answered["json"], counts };
}

test("the answer in rows has what the library predicts, number for number", () => {
  const { json } = answered("predict", { rows, intervals: true, level: 0.8 });
  expect(json).toMatchObject({ model: 'iris "1"', version: "2", level: 0.8 });
  expect(json.predictions).toEqual(irisPosterior.predict(rows, { level: 0.8 }).toRows());
});

test("without intervals the answer has none, and no level", () => {
  const { json } = answered("predict", rows);
  expect(json).not.toHaveProperty("level");
  expect(json.predictions).toEqual(irisPosterior.predict(rows, { intervals: false }).toRows());
});

test("decisions, their costs and sets stand beside the label", () => {
  const costs = {
    setosa: { versicolor: 9, virginica: 9 },
    "look again": { setosa: 0.5, versicolor: 0.5, virginica: 0.5 },
  };
  const { json, counts } = answered("predict", { rows, costs, sets: 0.9 });
  expect(json.predictions.map(({ decision }) => decision)).toEqual(["setosa", "look again", "look again"]);
  const [{ expectedCost, probabilities }] = json.predictions as {
    expectedCost: number;
    probabilities: { setosa: number };
  }[];
  expect(expectedCost).toBeCloseTo(9 * (1 - probabilities.setosa), 12);
  for (const { set, label } of json.predictions) expect(set).toContain(label);
  expect(counts).toMatchObject({ rows: 3, outside: 1, abstained: 0 });
});

test("rows that are not decided have no decision, and are counted", () => {
  const { json, counts } = answered("predict", { rows, abstain: 0.9999 });
  expect(json.predictions.map(({ decision }) => decision)).toEqual([null, null, null]);
  expect(counts).toMatchObject({ rows: 3, abstained: 3 });
});

test("the answer in tensors has the same figures, flat, and the id of its request", () => {
  const inputs = [
    { name: "rows", shape: [3, 4], datatype: "FP64", data: rows.map((row) => names.map((name) => row[name])) },
  ];
  const { json, counts } = answered("infer", { id: 'a"b', inputs, parameters: { intervals: true } });
  expect(json).toMatchObject({ model_name: 'iris "1"', model_version: "2", id: 'a"b' });
  const prediction = irisPosterior.predict(rows);
  const tensor = (name: string): { data: unknown[]; shape: number[] } => json.outputs.find((one) => one.name === name)!;
  expect(tensor("label")).toMatchObject({ datatype: "BYTES", shape: [3], data: prediction.labels });
  for (const name of ["probabilities", "lower", "upper"] as const) {
    expect(tensor(name)).toMatchObject({ datatype: "FP64", shape: [3, 3], data: Array.from(prediction[name].data) });
  }
  expect(tensor("outside").data.map((text) => JSON.parse(text as string))).toEqual(prediction.outside.columns);
  expect(counts).toEqual({ rows: 3, classes: [1, 1, 1], abstained: 0, outside: 1 });
});

test("no rows have an answer, too", () => {
  expect(answered("predict", []).json.predictions).toEqual([]);
});

test("infinite distances are null, because JSON has no such numbers", () => {
  const { json } = answered("predict", [{ ...flower(0), "petal width": 1e99 }]);
  expect(json.predictions[0].distance).toBeGreaterThan(1e90);
  const asked = readPredict(irisFront, raw("predict", [flower(0)]));
  const endless = {
    ...asked,
    encoded: { ...asked.encoded, outside: { columns: [[]], distance: Float64Array.of(Infinity) } },
  };
  const predicted = predictedOf(irisPosterior.predictEncoded(asked.encoded.X, asked.settings));
  const { text } = answer(irisFront, address, endless, predicted, undefined);
  expect((JSON.parse(text) as Answered["json"]).predictions[0].distance).toBeNull();
});

test("a part of a prediction is the prediction of its rows", () => {
  const all = predictedOf(irisPosterior.predict(rows));
  const part = partOfPredicted(all, 1, 2);
  const alone = predictedOf(irisPosterior.predict(rows.slice(1)));
  expect(part.labels).toEqual(alone.labels);
  expect(Array.from(part.upper!.data)).toEqual(Array.from(alone.upper!.data));
  expect(partOfPredicted(all, 0, 3)).toBe(all);
});
