import { random, stream, type Stream } from "kernelbayes/numeric";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

/** Cells as texts; the first row has the names. */
type Cells = readonly (readonly string[])[];

/**
 * Writes the tables of docs/benchmarks/use-cases.md into a folder that holds those of R and scikit-learn (`useCaseTables.R`, `useCaseTables.py`): cuts of
 * these, damaged copies, and made ones.
 */
export function writeUseCaseTables(folder: string): void {
  const read = (name: string): Cells => readCells(join(folder, `${name}.csv`));
  const tables: Readonly<Record<string, Cells>> = {
    ...fewRows(read("wine"), read("wdbc")),
    ...damagedWine(read("wine")),
    ...damagedIris(read("iris")),
    ...penguins(read("penguins")),
    ...named("titanic", halves(read("titanic"), 400, 0, 1)),
    "wdbc-rare": rareClass(read("wdbc"), "malignant", 35),
    ...madeTables(),
  };
  for (const [name, cells] of Object.entries(tables)) {
    writeFileSync(join(folder, `${name}.csv`), textOf(cells));
  }
  const european = textOf(damagedWine(read("wine"))["wine-german"], ";");
  writeFileSync(join(folder, "wine-german.csv"), `\uFEFF${european}`);
  writeFileSync(join(folder, "iris-headless.csv"), textOf(read("iris").slice(1)));
  writeBombs(folder);
}

/** Small files that grow to 150 MB and more, and one that promises 2⁶⁰ bytes. */
function writeBombs(folder: string): void {
  const size = 150e6;
  const filled = (text: string, start = ""): Buffer => Buffer.concat([Buffer.from(start), Buffer.alloc(size, text)]);
  const bombs = {
    "bomb-commas.csv.gz": filled(","),
    "bomb-ones.csv.gz": filled("1\n", "a\n"),
    "bomb-header.csv.gz": filled("a"),
    "bomb-line.csv.gz": filled("1", "a,b\n1,"),
    "bomb-list.json.gz": filled("[],", "["),
    "bomb-ones.libsvm.gz": filled("1 1:1\n"),
  };
  for (const [name, bytes] of Object.entries(bombs)) writeFileSync(join(folder, name), gzipSync(bytes));
  const header = Buffer.alloc(64, "{");
  header.writeBigUInt64LE(2n ** 60n, 0);
  writeFileSync(join(folder, "header.safetensors"), header);
}

function readCells(path: string): Cells {
  const lines = readFileSync(path, "utf8").trimEnd().split("\n");
  return lines.map((line) => line.split(","));
}

function textOf(cells: Cells, delimiter = ","): string {
  const quoted = (cell: string): string => (cell.includes(delimiter) ? `"${cell}"` : cell);
  return cells.map((row) => `${row.map(quoted).join(delimiter)}\n`).join("");
}

/** So many rows of a table, of each class its share, and the others. */
function halves([header, ...rows]: Cells, count: number, label: number, seed: number): readonly [Cells, Cells] {
  const order = Array.from(random.permutation(stream(seed, 1), rows.length), (at) => rows[at]);
  const taken = new Set<readonly string[]>();
  for (const name of new Set(order.map((row) => row.at(label)))) {
    const own = order.filter((row) => row.at(label) === name);
    const most = Math.max(2, Math.round((count * own.length) / rows.length));
    for (const row of own.slice(0, most)) taken.add(row);
  }
  const part = (isTaken: boolean): Cells => [header, ...order.filter((row) => taken.has(row) === isTaken)];
  return [part(true), part(false)];
}

function named(name: string, [train, test]: readonly [Cells, Cells]): Record<string, Cells> {
  return { [`${name}-train`]: train, [`${name}-test`]: test };
}

function fewRows(wine: Cells, wdbc: Cells): Record<string, Cells> {
  const cuts = Array.from({ length: 6 }, (_, at) => named(`wine20-${at + 1}`, halves(wine, 20, -1, at + 1)));
  return Object.assign({}, ...cuts, named("wdbc20", halves(wdbc, 20, -1, 1))) as Record<string, Cells>;
}

/** Wine with a number for each row, as a German spreadsheet writes it, and as a laboratory might. */
function damagedWine([header, ...rows]: Cells): Record<"wine-id" | "wine-german" | "wine-laboratory", Cells> {
  const sorted = rows.toSorted((a, b) => (a.at(-1)! < b.at(-1)! ? -1 : Number(a.at(-1)! > b.at(-1)!)));
  const german = rows.map((row) => [...row.slice(0, -1).map((cell) => cell.replace(".", ",")), row.at(-1)!]);
  return {
    "wine-id": [["id", ...header], ...sorted.map((row, at) => [String(at + 1), ...row])],
    "wine-german": [header, ...german],
    "wine-laboratory": [["sampled", ...header], ...laboratory(rows)],
  };
}

/** Dates, bounds, n.d., -, -999, percent signs and thousands separators. */
function laboratory(rows: Cells): Cells {
  const numbers = stream(1, 2);
  const two = (number: number): string => String(number).padStart(2, "0");
  return rows.map((given) => {
    const row = [...given];
    if (Number(row[1]) < 1.2) row[1] = "<1.2";
    for (const [column, text] of [
      [2, "n.d."],
      [3, "-"],
      [4, "-999"],
    ] as const) {
      if (numbers.uniform() < 0.1) row[column] = text;
    }
    row[5] = `${(Number(row[5]) * 20).toFixed(1)}%`;
    const proline = Math.round(Number(row[12]));
    row[12] = `${Math.floor(proline / 1000) + 40},${String(proline % 1000).padStart(3, "0")}`;
    const date = `${two(1 + numbers.integer(27))}.${two(1 + numbers.integer(12))}.${2018 + numbers.integer(4)}`;
    return [date, ...row];
  });
}

function damagedIris([header, ...rows]: Cells): Record<string, Cells> {
  const spelling = rows.map((row, at) => {
    const label = row.at(-1)!;
    return [...row.slice(0, -1), at % 7 === 0 ? label.toUpperCase() : at % 11 === 0 ? `${label} ` : label];
  });
  return { "iris-spelling": [header, ...spelling], "iris-twice": [["a", "a", "b", "c", "label"], ...rows] };
}

/** 244 rows to fit and 100 to predict, the latter also with masses in kilograms, and with another name of a column. */
function penguins(cells: Cells): Record<string, Cells> {
  const [train, test] = halves(cells, 244, 0, 1);
  const mass = cells[0].indexOf("body_mass_g");
  const [header, ...rows] = test;
  const inKilograms = rows.map((row) =>
    row.map((cell, j) => (j === mass && cell ? String(Number(cell) / 1000) : cell)),
  );
  return {
    ...named("penguins", [train, test]),
    "penguins-kilograms": [header, ...inKilograms],
    "penguins-renamed": [header.map((name) => (name === "sex" ? "Sex" : name)), ...rows],
  };
}

function rareClass([header, ...rows]: Cells, rare: string, count: number): Cells {
  const [rareRows, others] = [rows.filter((row) => row.at(-1) === rare), rows.filter((row) => row.at(-1) !== rare)];
  return [header, ...others, ...rareRows.slice(0, count)];
}

function madeTables(): Record<string, Cells> {
  const remarks = made(200, 7, ["a", "b", "remark"], (numbers, isYes) => [
    (1.5 * Number(isYes) + random.normal(numbers)).toFixed(3),
    random.normal(numbers).toFixed(3),
    `note ${Array.from({ length: 3 }, () => "abcdefgh"[numbers.integer(8)]).join("")}`,
  ]);
  const [header, ...rows] = remarks;
  const names = (count: number): string[] => Array.from({ length: count }, (_, j) => `x${j + 1}`);
  const noise = (count: number) => (numbers: Stream) =>
    Array.from({ length: count }, () => random.normal(numbers).toFixed(4));
  const sequence = Array.from({ length: 60 }, (_, row) => [String(row), row % 3 === 0 ? "rare" : "usual"]);
  return {
    "remarks-train": [header, ...rows.slice(0, 140)],
    "remarks-test": [header, ...rows.slice(140)],
    "one-of-nine": made(150, 8, names(9), (numbers, isYes) =>
      noise(9)(numbers).map((cell, j) => (j === 4 && isYes ? (Number(cell) + 1.2).toFixed(4) : cell)),
    ),
    "noise-40x3000": made(40, 1, names(3000), noise(3000)),
    "noise-200x5": made(200, 1, names(5), noise(5)),
    "noise-60x5": made(60, 3, names(5), noise(5)),
    three: [
      ["a", "y"],
      ["0", "k0"],
      ["1", "rare"],
      ["2", "k0"],
    ],
    "one-rare-in-40": [
      ["a", "y"],
      ...Array.from({ length: 40 }, (_, row) => [String(row), row === 20 ? "rare" : "k0"]),
    ],
    "two-rows": [["a", "y"], ...sequence.slice(0, 2)],
    "twenty-classes": [
      ["x1", "x2", "label"],
      ...Array.from({ length: 60 }, (_, row) => {
        const group = row % 20;
        return [(group % 5) + 0.01 * row, Math.floor(group / 5) + 0.007 * row].map(String).concat(`class ${group}`);
      }),
    ],
    hostile: [
      ["a", "=b", "label"],
      ...Array.from({ length: 40 }, (_, row) => [
        String((row * 17) % 40),
        String((row * 7) % 13),
        row % 2 === 0 ? "=1+1" : "\u001B]52;c;aGk=\u0007\u000B@SUM",
      ]),
    ],
  };
}

/** Rows with a fair label, and the cells that `cells` draws for it. */
function made(
  count: number,
  seed: number,
  names: readonly string[],
  cells: (numbers: Stream, isYes: boolean) => readonly string[],
): Cells {
  const numbers = stream(seed, 3);
  const rows = Array.from({ length: count }, (_, row) => {
    const isYes = row % 2 === 0;
    return [...cells(numbers, isYes), isYes ? "yes" : "no"];
  });
  return [[...names, "label"], ...rows];
}
