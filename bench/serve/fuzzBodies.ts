import { damaged, utf8, type Draw } from "./fuzzDraw.ts";

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

export function goodRows(draw: Draw): { rows: Record<string, unknown>[] } {
  return { rows: Array.from({ length: 1 + draw.below(4) }, () => goodRow(draw)) };
}

export function strangeRows(draw: Draw): unknown {
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

export function strangeOptions(draw: Draw): Record<string, unknown> {
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
    explain: [
      true,
      false,
      {},
      { classes: "all" },
      { background: [{}] },
      { background: [goodRow(draw)] },
      { absent: "removed" },
      3,
    ],
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

export function goodTensors(draw: Draw): Tensors {
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

export function strangeTensors(draw: Draw): unknown {
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

export function strangeCsv(draw: Draw): Uint8Array {
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
