import { describe, expect, test } from "vitest";
import type { RawRequest } from "../../src/requests/asked.ts";
import { readInfer } from "../../src/requests/readInfer.ts";
import { irisFront, irisPosterior, patientFront } from "../testModels.ts";
import { thrownProblem } from "../thrownProblem.ts";

const request = (body: unknown, change: Partial<RawRequest> = {}): RawRequest => ({
  kind: "infer",
  type: "json",
  body: new TextEncoder().encode(JSON.stringify(body)),
  query: {},
  rowLimit: 100,
  columnLimit: 100,
  explainRows: 3,
  ...change,
});
const matrixOfFlowers = {
  name: "input-0",
  shape: [2, 4],
  datatype: "FP32",
  data: [
    [6.8, 2.8, 4.8, 1.4],
    [6, 3.4, 4.5, 1.6],
  ],
};
const columnsOf = (length: number): { name: string; shape: number[]; datatype: string; data: unknown[] }[] => [
  { name: "ward", shape: [length], datatype: "BYTES", data: new Array(length).fill("02") },
  { name: "age", shape: [length, 1], datatype: "INT64", data: new Array(length).fill(40) },
  { name: "seen", shape: [length], datatype: "BYTES", data: new Array(length).fill("2015-01-02") },
];

describe("tensors", () => {
  test("beyond the limit of columns are refused, needed or not", () => {
    const refused = thrownProblem(() => readInfer(patientFront, request({ inputs: columnsOf(2) }, { columnLimit: 2 })));
    expect(refused).toMatchObject({ status: 413, code: "too-many-columns" });
  });

  test("are rows of all columns in their order, or a column each by name", () => {
    const whole = readInfer(irisFront, request({ inputs: [matrixOfFlowers] }));
    const names = irisPosterior.encoding.columns.map(({ name }) => name);
    const apart = names.map((name, column) => ({
      name,
      shape: [2],
      datatype: "FP64",
      data: matrixOfFlowers.data.map((row) => row[column]),
    }));
    const one = readInfer(irisFront, request({ inputs: apart.toReversed() }));
    expect(one.encoded.X).toEqual(whole.encoded.X);
    expect(whole.encoded.X).toMatchObject({ rows: 2, columns: 4 });
  });

  test("of texts stay the texts that they are, and numbers may be missing", () => {
    const [ward, age, seen] = columnsOf(2);
    const asked = readInfer(patientFront, request({ inputs: [ward, { ...age, data: [40, null] }, seen] }));
    expect(asked.encoded.outside.columns).toEqual([[], []]);
    const other = { ...ward, data: ["2", "A1"] };
    const others = readInfer(patientFront, request({ inputs: [other, age, seen] }));
    expect(others.encoded.outside.columns).toEqual([["ward"], []]);
  });

  test("that do not make a table are refused", () => {
    const [ward, age, seen] = columnsOf(2);
    const codeOf = (inputs: unknown[]): string =>
      thrownProblem(() => readInfer(patientFront, request({ inputs }))).code;
    expect(codeOf([ward, age])).toBe("missing-columns");
    expect(codeOf([ward, age, { ...seen, shape: [3], data: ["a", "b", "c"] }])).toBe("tensor-shape");
    expect(codeOf([ward, age, seen, age])).toBe("tensor-twice");
    expect(codeOf([{ ...matrixOfFlowers, shape: [2, 4] }])).toBe("tensor-shape");
    expect(codeOf([])).toBe("invalid-request");
    expect(codeOf([{ ...age, shape: [-1] }])).toBe("invalid-request");
  });

  test("beyond the limit of rows are refused before they are read", () => {
    const limited = request({ inputs: columnsOf(101) });
    expect(thrownProblem(() => readInfer(patientFront, limited))).toMatchObject({ status: 413, code: "too-many-rows" });
  });

  test("with a name of the prototype of objects are tensors like others", () => {
    const strange = { name: "__proto__", shape: [2], datatype: "FP64", data: [1, 2] };
    const asked = readInfer(patientFront, request({ inputs: [...columnsOf(2), strange] }));
    expect(asked.encoded.X.rows).toBe(2);
  });
});

describe("the outputs", () => {
  const outputsOf = (more: object): readonly string[] => {
    const { form } = readInfer(irisFront, request({ inputs: [matrixOfFlowers], ...more }));
    return form === "rows" ? [] : form.outputs;
  };

  test("are the usual ones, intervals on request, or those asked for, once each", () => {
    expect(outputsOf({})).toEqual(["label", "probabilities", "outside"]);
    expect(outputsOf({ parameters: { intervals: true } })).toEqual([
      "label",
      "probabilities",
      "outside",
      "lower",
      "upper",
    ]);
    const outputs = ["upper", "label", "upper"].map((name) => ({ name }));
    expect(outputsOf({ outputs })).toEqual(["upper", "label"]);
  });

  test("take no work for intervals that nobody asked for", () => {
    const settingsOf = (more: object): unknown =>
      readInfer(irisFront, request({ inputs: [matrixOfFlowers], ...more })).settings;
    expect(settingsOf({})).toMatchObject({ intervals: false });
    expect(settingsOf({ outputs: [{ name: "lower" }], parameters: { level: 0.5 } })).toMatchObject({
      intervals: true,
      level: 0.5,
    });
  });

  test("that there are not are refused; parameters of other servers are ignored", () => {
    const inputs = [matrixOfFlowers];
    const unknown = request({ inputs, outputs: [{ name: "output0" }] });
    expect(thrownProblem(() => readInfer(irisFront, unknown))).toMatchObject({ status: 400, code: "unknown-output" });
    expect(outputsOf({ parameters: { binary_data_output: false, content_type: "pd" } })).toHaveLength(3);
    const wrong = request({ inputs, parameters: { level: "high" } });
    expect(thrownProblem(() => readInfer(irisFront, wrong)).code).toBe("invalid-request");
  });
});
