import { random } from "kernelbayes";

/** What is written to a connection, and what may come of it. */
export interface FuzzCase {
  /** Gives the same bytes again, with the seed. */
  readonly number: number;
  readonly kind: string;
  readonly bytes: Uint8Array;
  /** Whether the bytes end before the request does, so that the server may wait for the rest and close. */
  readonly isIncomplete: boolean;
}

type Source = ReturnType<typeof random.stream>;

const json = "application/json";

/** Draws from one case alone, so that each can be made again by its number. */
interface Draw {
  below(count: number): number;
  pick<Value>(values: readonly Value[]): Value;
}

function drawOf(source: Source): Draw {
  const below = (count: number): number => Math.floor(source.uniform() * count);
  return { below, pick: (values) => values[below(values.length)] };
}

/** The case of a number: a request to one of the models, damaged in its body, its headers, its address, or altogether. */
export function fuzzCase(seed: number, number: number, models: readonly string[]): FuzzCase {
  const draw = drawOf(random.stream(seed, 4, number));
  const kind = draw.pick(Object.keys(kinds));
  const { bytes, isIncomplete = false } = kinds[kind](draw, draw.pick(models));
  return { number, kind, bytes, isIncomplete };
}

interface Made {
  readonly bytes: Uint8Array;
  readonly isIncomplete?: boolean;
}

const kinds: Readonly<Record<string, (draw: Draw, model: string) => Made>> = {
  "damaged bytes of rows": (draw, model) => post(`/models/${model}/predict`, damaged(draw, text(goodRows(draw)))),
  "strange values in rows": (draw, model) =>
    post(
      `/models/${model}/predict`,
      text({ ...strangeOptions(draw), rows: draw.below(2) === 0 ? goodRows(draw).rows : strangeRows(draw) }),
    ),
  "damaged bytes of tensors": (draw, model) =>
    post(`/v2/models/${model}/infer`, damaged(draw, text(goodTensors(draw)))),
  "strange values in tensors": (draw, model) => post(`/v2/models/${model}/infer`, text(strangeTensors(draw))),
  "strange CSV": (draw, model) => post(`/models/${model}/predict`, strangeCsv(draw), "text/csv"),
  "strange queries": (draw, model) => post(`/models/${model}/predict?${strangeQuery(draw)}`, text(goodRows(draw).rows)),
  "strange addresses": (draw, model) => ({
    bytes: utf8(`${draw.pick(methods)} ${strangePath(draw, model)} HTTP/1.1\r\nHost: a\r\n\r\n`),
  }),
  "strange headers": strangeHeaders,
  "wrong lengths": wrongLengths,
  "no HTTP": (draw) => ({ bytes: noise(draw, 1 + draw.below(400)), isIncomplete: true }),
};

const methods = ["GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS", "TRACE", "BREW", "get"];

const strange: readonly unknown[] = [
  null,
  true,
  "",
  " ",
  "x",
  "NaN",
  "1e999",
  "0x10",
  "١٢",
  "\u0000",
  "\ud800",
  "𝔘𝔫𝔦",
  0,
  -0,
  1e308,
  -1e308,
  1e101,
  5e-324,
  2 ** 53,
  -7,
  [],
  [1],
  {},
  { a: 1 },
  "2024-02-30",
  "=1+1",
  "a".repeat(5000),
];

function goodRow(draw: Draw): Record<string, unknown> {
  return Object.fromEntries(Array.from({ length: 10 }, (_, column) => [`x${column}`, draw.below(2001) / 1000 - 1]));
}

function goodRows(draw: Draw): { rows: Record<string, unknown>[] } {
  return { rows: Array.from({ length: 1 + draw.below(4) }, () => goodRow(draw)) };
}

function strangeRows(draw: Draw): unknown {
  if (draw.below(6) === 0) return draw.pick(strange);
  return Array.from({ length: draw.below(6) }, () => {
    if (draw.below(8) === 0) return draw.pick(strange);
    const row = goodRow(draw);
    for (let change = draw.below(4); change > 0; change--) {
      const name = draw.pick([...Object.keys(row), "label", "__proto__", "constructor", "toString", ""]);
      if (draw.below(4) === 0) delete row[name];
      else
        Object.defineProperty(row, name, {
          value: draw.pick(strange),
          enumerable: true,
          configurable: true,
          writable: true,
        });
    }
    return row;
  });
}

function strangeOptions(draw: Draw): Record<string, unknown> {
  const values: Readonly<Record<string, readonly unknown[]>> = {
    intervals: [true, false, "true", 1, null],
    level: [0.5, 0, 1, -1, 1e-300, "0.9", null],
    unseen: ["zeros", "refuse", "ones", 3],
    threshold: [{ yes: 0.2 }, { no: 1 }, { maybe: 0.2 }, {}, { yes: "0.2" }, [], { __proto__: null, yes: 2 }],
    abstain: [0.5, 0.999999, 0, 1, "x"],
    costs: [
      { yes: { no: 3 }, no: { yes: 1 } },
      { ask: { yes: 1, no: 1 } },
      {},
      { yes: {} },
      { yes: { yes: 1e308, no: -1e308 } },
      [],
    ],
    cautious: [true, false, "no"],
    sets: [0.9, 0.000001, 0.999999, 1, null],
    seed: [0, -5, 2 ** 53 - 1, 1e300, 1.5, "1"],
    nothing: [1],
  };
  return Object.fromEntries(
    Array.from({ length: draw.below(4) }, () => draw.pick(Object.keys(values))).map((name) => [
      name,
      draw.pick(values[name]),
    ]),
  );
}

interface Tensors {
  id: unknown;
  inputs: Record<string, unknown>[];
  outputs?: unknown;
  parameters?: unknown;
}

function goodTensors(draw: Draw): Tensors {
  const rows = 1 + draw.below(4);
  const cells = (count: number): number[] => Array.from({ length: count }, () => draw.below(2001) / 1000 - 1);
  const inputs =
    draw.below(2) === 0
      ? [{ name: "rows", shape: [rows, 10], datatype: "FP64", data: cells(10 * rows) }]
      : Array.from({ length: 10 }, (_, column) => ({
          name: `x${column}`,
          shape: [rows],
          datatype: "FP32",
          data: cells(rows),
        }));
  return { id: "1", inputs };
}

function strangeTensors(draw: Draw): unknown {
  const body = goodTensors(draw);
  for (let change = draw.below(3); change > 0; change--) {
    const input = draw.pick(body.inputs);
    const part = draw.pick(["name", "shape", "datatype", "data", "parameters", "whole", "outputs", "id", "inputs"]);
    if (part === "shape")
      input.shape = draw.pick<unknown>([
        [],
        [0],
        [1e9],
        [1e9, 1e9],
        [2, 2],
        [-1],
        [1.5],
        ["1"],
        [1, 1, 1, 1, 1, 1, 1, 1, 1],
        null,
      ]);
    else if (part === "datatype") input.datatype = draw.pick(["BYTES", "BOOL", "INT64", "UINT8", "FP128", null]);
    else if (part === "data")
      input.data = draw.pick<unknown>([
        [],
        [[[[1]]]],
        draw.pick(strange),
        Array.from({ length: 10 }, () => draw.pick(strange)),
      ]);
    else if (part === "outputs")
      body.outputs = draw.pick<unknown>([[{ name: "label" }], [{ name: "lower" }], [{ name: "x" }], [], [{}], "label"]);
    else if (part === "whole")
      body.parameters = draw.pick<unknown>([
        { intervals: true },
        { level: 0.5, intervals: true },
        { level: 7 },
        { other: 1 },
        [],
        3,
      ]);
    else if (part === "id") body.id = draw.pick(strange);
    else if (part === "inputs") body.inputs = draw.below(2) === 0 ? [...body.inputs, input] : body.inputs.slice(1);
    else input[part] = draw.pick(strange);
    if (body.inputs.length === 0) return body;
  }
  return body;
}

function strangeCsv(draw: Draw): Uint8Array {
  const names = Array.from({ length: 10 }, (_, column) => `x${column}`);
  const header = draw.pick([
    names.join(","),
    names.join(";"),
    names.join("\t"),
    "",
    "\ufeff" + names.join(","),
    `"${names.join('","')}"`,
    [...names, "x1"].join(","),
  ]);
  const cell = (): string =>
    draw.pick([String(draw.below(200) / 100 - 1), String(draw.pick(strange)), '"', '"a\nb"', "1,5", ""]);
  const lines = Array.from({ length: draw.below(5) }, () => Array.from({ length: 8 + draw.below(4) }, cell).join(","));
  const whole = utf8([header, ...lines].join(draw.pick(["\n", "\r\n", "\r"])));
  return draw.below(4) === 0 ? damaged(draw, whole) : whole;
}

function strangeQuery(draw: Draw): string {
  const words = [
    "intervals=true",
    "intervals=1",
    "level=0.5",
    "level=",
    "level=1e999",
    "sets=0.9",
    "seed=-1",
    "threshold=yes=0.2",
    "threshold==",
    "costs=%7B%7D",
    "costs=%",
    "a=b",
    "level=0.5&level=0.6",
    "%ff=%ff",
    "explain=false",
  ];
  return Array.from({ length: 1 + draw.below(3) }, () => draw.pick(words)).join("&");
}

function strangePath(draw: Draw, model: string): string {
  const parts = [
    "models",
    "v2",
    model,
    "predict",
    "infer",
    "versions",
    "1",
    "..",
    "%2e%2e",
    "%2F",
    "%00",
    "%",
    "%zz",
    "a".repeat(300),
    "docs",
    "static",
    "openapi.json",
    "metrics",
    "drift",
    "ready",
    "health",
    "",
    ".",
    "\\",
    "*",
    "%c0%ae%c0%ae",
    "__proto__",
    "constructor",
  ];
  const path = Array.from({ length: 1 + draw.below(6) }, () => draw.pick(parts)).join("/");
  return draw.pick([
    `/${path}`,
    `/${path}`,
    `/${path}`,
    `//${path}`,
    `http://a/${path}`,
    `/${path}?${"q".repeat(draw.below(50))}`,
    path,
    `/${path}#a`,
  ]);
}

function strangeHeaders(draw: Draw, model: string): Made {
  const lines = [
    "X-Request-Id: \u0001",
    "X-Request-Id: ok",
    "Content-Encoding: gzip",
    "Content-Type: application/xml",
    "Content-Type: application/json; charset=utf-16",
    "Content-Type: text/csv; header=absent",
    "Content-Type: \u00ff",
    "Transfer-Encoding: chunked",
    "Transfer-Encoding: gzip, chunked",
    "Expect: 100-continue",
    "Expect: nothing",
    "Upgrade: websocket\r\nConnection: Upgrade",
    "Authorization: Bearer x",
    "Inference-Header-Content-Length: 7",
    "Accept: nothing/of this",
    `X-Long: ${"l".repeat(draw.below(30_000))}`,
    "Host: b",
    ": no name",
    "No colon",
    " folded: line",
    "Range: bytes=0-1",
    "If-None-Match: *",
    "Content-Length: 5",
  ];
  const chosen = Array.from({ length: 1 + draw.below(4) }, () => draw.pick(lines));
  const body = text(goodRows(draw));
  const isChunked = chosen.some((line) => line.startsWith("Transfer"));
  const type = chosen.some((line) => line.startsWith("Content-Type")) ? [] : [`Content-Type: ${json}`];
  const head = [
    `POST /models/${model}/predict HTTP/1.${draw.below(2)}`,
    "Host: a",
    ...type,
    ...chosen,
    ...(isChunked ? [] : [`Content-Length: ${body.length}`]),
    "",
    "",
  ];
  const chunks = isChunked ? [utf8(`${body.length.toString(16)}\r\n`), body, utf8("\r\n0\r\n\r\n")] : [body];
  return {
    bytes: Buffer.concat([utf8(head.join("\r\n")), ...chunks]),
    isIncomplete: chosen.includes("Content-Length: 5"),
  };
}

function wrongLengths(draw: Draw, model: string): Made {
  const body = text(goodRows(draw));
  const length = draw.pick([
    "0",
    String(body.length + 1 + draw.below(100)),
    String(draw.below(body.length)),
    "-1",
    "abc",
    "99999999999999999999",
    "1e3",
    "+5",
    "",
  ]);
  const head = `POST /models/${model}/predict HTTP/1.1\r\nHost: a\r\nContent-Type: ${json}\r\nContent-Length: ${length}\r\n\r\n`;
  return { bytes: Buffer.concat([utf8(head), body]), isIncomplete: true };
}

function post(path: string, body: Uint8Array, type: string = json): Made {
  const head = `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: ${type}\r\nContent-Length: ${body.length}\r\n\r\n`;
  return { bytes: Buffer.concat([utf8(head), body]) };
}

/** Bytes with some changed, taken out, doubled or cut off. */
function damaged(draw: Draw, bytes: Uint8Array): Uint8Array {
  let result = Buffer.from(bytes);
  for (let change = 1 + draw.below(4); change > 0 && result.length > 0; change--) {
    const at = draw.below(result.length);
    const what = draw.below(5);
    if (what === 0) result[at] = draw.below(256);
    else if (what === 1) result = Buffer.concat([result.subarray(0, at), result.subarray(at + 1 + draw.below(5))]);
    else if (what === 2)
      result = Buffer.concat([result.subarray(0, at), noise(draw, 1 + draw.below(4)), result.subarray(at)]);
    else if (what === 3) result = result.subarray(0, at);
    else
      result = Buffer.concat([
        result.subarray(0, at),
        utf8(draw.pick(["[", "{", "]", "}", '"', ",", ":", "\\u", "e9999", "-", "[".repeat(2000)])),
        result.subarray(at),
      ]);
  }
  return result;
}

function noise(draw: Draw, length: number): Uint8Array {
  return Uint8Array.from({ length }, () => draw.below(256));
}

function text(value: unknown): Uint8Array {
  return utf8(JSON.stringify(value));
}

function utf8(value: string): Uint8Array {
  return new TextEncoder().encode(value);
}
