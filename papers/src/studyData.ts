import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { InputError, parseCsv, selectRows, tableFromColumns, type Table } from "kernelbayes";
import { chuOne, chuTwo, linTen, torus } from "kernelbayes/data";
import { asText, columnNamed, tableOf } from "kernelbayes/table";
import { cachedProblem, partitionOf, target } from "@kernelbayes/experiment/node";

/** Rows to learn from and rows to be tested. */
export interface StudyRows {
  readonly train: Table;
  readonly test: Table;
  /** The label column. */
  readonly target: string;
}

/** Where rows come from: a problem of the benchmark, a simulation, or files with a training and a test set. */
type SourceName = "chu" | "chuLine" | "ida" | "lin" | "linNarrow" | "pendigits" | "ripley" | "torus" | "toy" | "wide";

/** What a study asks of its data, beside the name and the partition. */
export interface DataWish {
  /** Where the rows come from. Default "ida". */
  readonly source?: SourceName;
  /** The first so many training rows of a table that has a training set of its own, or so many simulated ones. Default all. */
  readonly rows?: number;
  /** Of simulated rows in the plane ("chu"): the draw whose test rows serve, where all draws have the same. Default the own. */
  readonly testDraw?: number;
}

interface Place {
  readonly directory: string;
  readonly dataset: string;
  /** Counted from 1; of simulated data the number of the draw. */
  readonly partition: number;
  readonly seed: number;
}

interface Source {
  /** Of all that the rows depend on. */
  fingerprint(place: Pick<Place, "directory" | "dataset">): string;
  read(place: Place, wish: DataWish): StudyRows;
}

const ida: Source = {
  fingerprint: ({ directory, dataset }) => cachedProblem(directory, dataset).fingerprint,
  read({ directory, dataset, partition }) {
    const problem = cachedProblem(directory, dataset);
    const { train, test } = partitionOf(problem, partition);
    return { train: selectRows(problem.table, train), test: selectRows(problem.table, test), target };
  },
};

/** Ten rows of class "positive" to one of "negative" to learn from, a hundred of each to be tested. */
const lin: Source = {
  fingerprint: () => "simulated",
  read({ partition, seed }) {
    const [trainSeed, testSeed] = drawSeeds(seed, partition);
    return {
      train: linTen({ rows: 110, seed: trainSeed }),
      test: linTen({ rows: 200, positives: 100, seed: testSeed }),
      target: "class",
    };
  },
};

/** The same rows with deviations that are smaller by √2, as if the numbers of the source were variances of a pair. */
const linNarrow: Source = {
  fingerprint: () => "simulated",
  read(place, wish) {
    const { train, test, target: label } = lin.read(place, wish);
    return { train: narrowed(train, label), test: narrowed(test, label), target: label };
  },
};

/** Draws each class closer to its center, (−10, 0) or (10, 0). */
function narrowed(table: Table, label: string): Table {
  const labels = asText(columnNamed(table, label));
  return tableOf(
    table.columns.map((column) => {
      if (column.name === label || column.type !== "number") return column;
      const values = column.values.map((value, row) => {
        const center = column.name === "x1" ? (labels[row] === "positive" ? -10 : 10) : 0;
        return center + (value - center) / Math.SQRT2;
      });
      return { ...column, values };
    }),
  );
}

const pendigits: Source = {
  fingerprint: ({ directory }) => digestOf(pendigitsFiles(directory)),
  read({ directory }, { rows }) {
    const [train, test] = pendigitsFiles(directory).map(readZipped);
    const first = Int32Array.from({ length: Math.min(rows ?? train.rows, train.rows) }, (_, row) => row);
    return { train: selectRows(train, first), test, target };
  },
};

/** Ripley's two mixtures of two normals in the plane. */
const ripley: Source = {
  fingerprint: ({ directory }) => digestOf(ripleyFiles(directory)),
  read({ directory }) {
    const [train, test] = ripleyFiles(directory).map(readZipped);
    return { train, test, target };
  },
};

/** Toy sets in the plane, which have training rows only. */
const toy: Source = {
  fingerprint: ({ directory, dataset }) => digestOf([present(join(directory, "toy", `${dataset}.csv.gz`))]),
  read({ directory, dataset }) {
    const table = readZipped(present(join(directory, "toy", `${dataset}.csv.gz`)));
    return { train: table, test: table, target };
  },
};

/** Gene expressions and spectra, with their splits: few rows and many columns. */
const wide: Source = {
  fingerprint: ({ directory, dataset }) => cachedProblem(directory, wideFile(dataset), wideFile(dataset)).fingerprint,
  read({ directory, dataset, partition }) {
    const problem = cachedProblem(directory, wideFile(dataset), wideFile(dataset));
    const { train, test } = partitionOf(problem, partition);
    const table =
      dataset === "meat-4" ? joinedLabels(problem.table, { Chicken: "Poultry", Turkey: "Poultry" }) : problem.table;
    return { train: selectRows(table, train), test: selectRows(table, test), target };
  },
};

/** The file of a data set: spectra of meat are there once, for four groups and for five. */
function wideFile(dataset: string): string {
  return dataset.replace(/-\d+$/, "");
}

/** The table with some labels counted as one. */
function joinedLabels(table: Table, joined: Readonly<Record<string, string>>): Table {
  const labels = asText(columnNamed(table, target)).map((label) => joined[label ?? ""] ?? label);
  const [column] = tableFromColumns({ [target]: labels }).columns;
  return tableOf(table.columns.map((each) => (each.name === target ? column : each)));
}

/** Two normals in the plane, half of the rows of each. */
const chu: Source = {
  fingerprint: () => "simulated",
  read({ partition, seed }, { rows = 1000, testDraw = partition }) {
    const [trainSeed] = drawSeeds(seed, partition);
    const [, testSeed] = drawSeeds(seed, testDraw);
    return {
      train: chuTwo({ rows, seed: trainSeed, positives: Math.floor(rows / 2) }),
      test: chuTwo({ rows: 20_002, seed: testSeed, positives: 10_001 }),
      target: "class",
    };
  },
};

/** Two normals on a line; data sets whose name says so have one row more, of the wrong class in the middle of the other. */
const chuLine: Source = {
  fingerprint: () => "simulated",
  read({ dataset, partition, seed }, { rows = 100 }) {
    const [trainSeed, testSeed] = drawSeeds(seed, partition);
    return {
      train: chuOne({ rows, seed: trainSeed, outlier: dataset.endsWith("outlier") }),
      test: chuOne({ rows: 2000, seed: testSeed }),
      target: "class",
    };
  },
};

/** A ball inside a ring. */
const ring: Source = {
  fingerprint: () => "simulated",
  read({ partition, seed }, { rows = 256 }) {
    const [trainSeed, testSeed] = drawSeeds(seed, partition);
    return { train: torus({ rows, seed: trainSeed }), test: torus({ rows: 1000, seed: testSeed }), target: "class" };
  },
};

const sources: Readonly<Record<SourceName, Source>> = {
  chu,
  chuLine,
  ida,
  lin,
  linNarrow,
  pendigits,
  ripley,
  torus: ring,
  toy,
  wide,
};

/** The rows of a data set. */
export function studyRows(place: Place, wish: DataWish): StudyRows {
  return sources[wish.source ?? "ida"].read(place, wish);
}

/** A text that changes whenever the rows of a data set do. */
export function fingerprintOf(place: Pick<Place, "directory" | "dataset">, { source = "ida" }: DataWish): string {
  return sources[source].fingerprint(place);
}

/** Seeds of the training and the test rows of a draw, different for every seed and draw. */
function drawSeeds(seed: number, draw: number): [number, number] {
  const first = 2 * (100_000 * seed + draw);
  return [first, first + 1];
}

function pendigitsFiles(directory: string): string[] {
  return ["train", "test"].map((part) => present(join(directory, "pendigits", `pendigits_${part}.csv.gz`)));
}

function ripleyFiles(directory: string): string[] {
  return ["train", "test"].map((part) => present(join(directory, "ripley", `synth_${part}.csv.gz`)));
}

/** A file that is there; otherwise an error that says what it should be. */
function present(path: string): string {
  if (existsSync(path)) return path;
  throw new InputError(
    "no-data",
    `There is no file ${path}. Data are not part of the project; give the folder that holds them with --data DIR. It is a table, ` +
      "features first and the label column y last.",
  );
}

function readZipped(path: string): Table {
  return parseCsv(gunzipSync(readFileSync(path)), { types: { [target]: "text" } });
}

function digestOf(paths: readonly string[]): string {
  const digest = createHash("sha256");
  for (const path of paths) digest.update(readFileSync(path));
  return digest.digest("hex").slice(0, 12);
}
