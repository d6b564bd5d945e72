import { describe, expect, test } from "vitest";
import type { RawRequest } from "../../src/requests/asked.ts";
import { readPredict } from "../../src/requests/readPredict.ts";
import { flower, irisFront, patientFront } from "../testModels.ts";
import { thrownProblem } from "../thrownProblem.ts";

const request = (body: string | object, change: Partial<RawRequest> = {}): RawRequest => ({
  kind: "predict",
  type: "json",
  body: new TextEncoder().encode(typeof body === "string" ? body : JSON.stringify(body)),
  query: {},
  rowLimit: 5,
  columnLimit: 10,
  explainRows: 3,
  ...change,
});
const csv = (text: string, change: Partial<RawRequest> = {}): RawRequest => request(text, { type: "csv", ...change });
const patient = { age: 40, ward: "02", seen: "2015-01-02" };

describe("rows", () => {
  test("are an object with options, a bare list, or CSV, with the same result", () => {
    const rows = [patient, { ...patient, age: null }];
    const one = readPredict(patientFront, request({ rows, intervals: true, level: 0.5 }));
    const other = readPredict(patientFront, request(rows, { query: { intervals: "true", level: "0.5" } }));
    const text = "seen,ward,age\n2015-01-02,02,40\n2015-01-02,02,\n";
    const third = readPredict(patientFront, csv(text, { query: { intervals: "true", level: "0.5" } }));
    expect(one.settings).toMatchObject({ intervals: true, level: 0.5 });
    for (const { encoded, settings } of [other, third]) {
      expect(encoded.X).toEqual(one.encoded.X);
      expect(encoded.outside).toEqual(one.encoded.outside);
      expect(settings).toEqual(one.settings);
    }
  });

  test("that cannot be read are refused with their place", () => {
    const problemOf = (body: string | object): unknown => thrownProblem(() => readPredict(irisFront, request(body)));
    expect(problemOf({ rows: [flower(0), { ...flower(1), "petal width": "wide" }] })).toMatchObject({
      status: 400,
      code: "not-a-number",
      row: 2,
      column: "petal width",
    });
    expect(problemOf({ rows: [flower(0), 7] })).toMatchObject({ code: "not-a-row", row: 2 });
    expect(problemOf({ rows: [{ "petal widht": 1 }] })).toMatchObject({ code: "missing-columns" });
    expect(problemOf({ rows: {} })).toMatchObject({
      code: "invalid-request",
      detail: expect.stringContaining("The body, rows"),
    });
    expect(problemOf({})).toMatchObject({ code: "invalid-request" });
    expect(problemOf("7")).toMatchObject({ code: "invalid-request" });
    expect(problemOf("")).toMatchObject({ code: "no-body" });
    expect(problemOf({ rows: [], intervall: true })).toMatchObject({
      detail: 'The body: Unrecognized key: "intervall".',
    });
    expect(thrownProblem(() => readPredict(patientFront, csv("seen,ward,age\n1,2\n")))).toMatchObject({ line: 2 });
  });

  test("that are not JSON are refused without quoting them", () => {
    const { detail, code } = thrownProblem(() =>
      readPredict(irisFront, request('{"rows":[{"name":"Jane Roe" "age":1}]}')),
    );
    expect(code).toBe("invalid-json");
    expect(detail).toMatch(/^The body is not valid JSON at position \d+/);
    const broken = request("", { body: Uint8Array.of(0x22, 0xff, 0x22) });
    expect(thrownProblem(() => readPredict(irisFront, broken)).code).toBe("not-utf8");
  });

  test("beyond the limits are refused, with what to do", () => {
    const many = Array.from({ length: 6 }, () => flower(0));
    const wide = { ...flower(0), ...Object.fromEntries(Array.from({ length: 7 }, (_, at) => [`x${at}`, 1])) };
    const lines = `age,ward,seen\n${"1,02,2015-01-02\n".repeat(6)}`;
    for (const [front, one, code] of [
      [irisFront, request({ rows: many }), "too-many-rows"],
      [irisFront, request({ rows: [flower(0), wide] }), "too-many-columns"],
      [patientFront, csv(lines), "too-large"],
      [patientFront, csv(`${Array.from({ length: 11 }, (_, at) => `x${at}`).join(",")}\n`), "too-large"],
    ] as const) {
      const { status, code: got, remedy } = thrownProblem(() => readPredict(front, one));
      expect([status, got]).toEqual([413, code]);
      expect(remedy).toMatch(/^Send /);
    }
  });

  test("there may be none", () => {
    expect(readPredict(irisFront, request([])).encoded.X).toMatchObject({ rows: 0, columns: 4 });
  });
});

describe("what is asked for", () => {
  const settingsOf = (words: object): unknown => readPredict(patientFront, request({ rows: [], ...words })).settings;
  const codeOf = (words: object): string => thrownProblem(() => settingsOf(words)).code;

  test("is labels and probabilities by default", () => {
    expect(settingsOf({})).toEqual({ intervals: false, level: 0.9, rule: undefined, sets: undefined });
  });

  test("can be decisions by a threshold, by costs or by certainty", () => {
    expect(settingsOf({ threshold: { ill: 0.2 } })).toMatchObject({ rule: { flag: { positive: 0, threshold: 0.2 } } });
    expect(settingsOf({ abstain: 0.9, cautious: true })).toMatchObject({
      intervals: true,
      rule: { threshold: 0.9, cautious: true },
    });
    expect(settingsOf({ costs: { well: { ill: 5 }, ill: { well: 1 } } })).toMatchObject({
      rule: { costs: { actions: ["ill", "well"] } },
    });
  });

  test("can stand in an address, where a class may hold the sign itself", () => {
    const { settings } = readPredict(
      { ...patientFront, classes: ["a=b", "c"] },
      request([], { query: { threshold: "a=b=0.25", sets: "0.8", seed: "4" } }),
    );
    expect(settings).toMatchObject({ rule: { flag: { positive: 0, threshold: 0.25 } }, sets: { level: 0.8, seed: 4 } });
  });

  test("is refused where it contradicts itself, or does not fit the model", () => {
    expect(codeOf({ threshold: { ill: 0.2 }, abstain: 0.9 })).toBe("invalid-option");
    expect(codeOf({ threshold: { sick: 0.2 } })).toBe("invalid-option");
    expect(codeOf({ threshold: {} })).toBe("invalid-option");
    expect(codeOf({ threshold: { ill: 0.2, well: 0.2 } })).toBe("invalid-option");
    expect(codeOf({ costs: { ill: {} } })).toBe("invalid-costs");
    expect(codeOf({ level: 1 })).toBe("invalid-request");
    expect(codeOf({ seed: 1.5 })).toBe("invalid-request");
    const bare = { ...patientFront, intervals: false, hasSets: false };
    const codeOfBare = (words: object): string =>
      thrownProblem(() => readPredict(bare, request({ rows: [], ...words }))).code;
    expect(codeOfBare({ intervals: true })).toBe("no-intervals");
    expect(codeOfBare({ cautious: true })).toBe("no-intervals");
    expect(codeOfBare({ sets: 0.9 })).toBe("no-leave-one-out");
  });

  test("may be an explanation", () => {
    const explainOf = (words: object): unknown =>
      readPredict(patientFront, request({ rows: [], ...words })).settings.explain;
    expect(explainOf({ explain: true, seed: 4 })).toEqual({ seed: 4 });
    expect(explainOf({ explain: { absent: "removed" } })).toEqual({ absent: "removed", seed: 1 });
    expect(explainOf({ explain: false })).toBeUndefined();
    const rows = Array.from({ length: 4 }, () => patient);
    expect(thrownProblem(() => explainOf({ rows, explain: true }))).toMatchObject({
      status: 413,
      code: "too-many-rows",
    });
  });
});
