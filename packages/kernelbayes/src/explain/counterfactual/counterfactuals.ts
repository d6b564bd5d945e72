import { InputError } from "../../errors.ts";
import { encodeChecked, type Posterior } from "../../posterior/posterior.ts";
import { rowsToPredict, type RowsToPredict } from "../../posterior/rowsToPredict.ts";
import { run, runSync, type RunOptions } from "../../run/run.ts";
import type { Work } from "../../run/work.ts";
import { quote, listed } from "../../table/quote.ts";
import { columnNamed, type Table } from "../../table/table.ts";
import { columnDomains, type CellValue } from "../columnDomain.ts";
import { sampleOf } from "../sampleOf.ts";
import { changeSpace, type Change, type ChangeLimits, type ChangeSpace } from "./changeSpace.ts";
import { judge, type Goal } from "./goal.ts";
import { leadBack } from "./leadBack.ts";
import { leadingColumns } from "./leadingColumns.ts";
import { searchChanges, type Judge } from "./searchChanges.ts";

/** Rows are drawn from a branch of their own, so that nothing else with the same seed meets the same numbers. */
const branch = 1_668_247_922;
/** Rows that a search starts from are chosen among so many. */
const mostStartRows = 500;
/** Of more columns a search looks at those that lead. */
const mostColumns = 24;
/** Encoded cells that are predicted together. */
const cellsAtOnce = 4e6;

export interface CounterfactualOptions extends ChangeLimits {
  /** The class to reach. Default: any other than the decided one; with two classes the other one. */
  readonly target?: string | undefined;
  /** The probability that the class has to reach. Default: that the decision changes. */
  readonly probability?: number | undefined;
  /** Rows whose cells may serve as an example, for instance the training table; more changes are found with them. */
  readonly examples?: RowsToPredict | undefined;
  /** How many changes, no two with the same columns. Default 3. */
  readonly count?: number | undefined;
  /** Equal seeds give equal results. Default 1. */
  readonly seed?: number | undefined;
}

/** One cell that is changed. */
export interface CellChange {
  readonly column: string;
  readonly from: CellValue;
  readonly to: CellValue;
  /** Both as text. */
  readonly fromText: string;
  readonly toText: string;
  /** In standardized units, deviations of the training rows; 1 for a category. */
  readonly size: number;
}

/** A change of a row that reaches the goal. */
export interface Counterfactual {
  readonly changes: readonly CellChange[];
  /** The sum of their sizes. */
  readonly size: number;
  readonly label: string;
  /** Of each class after the change. */
  readonly probabilities: Float64Array;
}

export interface Counterfactuals {
  readonly classes: readonly string[];
  /** What the model says of the row as it is. */
  readonly label: string;
  readonly probabilities: Float64Array;
  /** The class to reach; any other where undefined. */
  readonly target: string | undefined;
  /** Whether the row reaches the goal as it is; then there is nothing to change. */
  readonly isReached: boolean;
  /** The smallest changes that were found, the smallest first; none if nothing within the limits was. */
  readonly found: readonly Counterfactual[];
  /** The columns that could be changed. */
  readonly columns: readonly string[];
}

/**
 * The smallest changes of one row that change its decision, or lead to a probability: in standardized units, added up over the columns, within the
 * range of the training rows. Numbers that were whole in training stay whole, categories take known levels, and dates, missing cells and the
 * columns that are named stay as they are. It is a search: a smaller change may exist.
 *
 * @example const { found } = await counterfactuals(posterior, [row], { fixed: ["age"], examples: training });
 */
export function counterfactuals(
  posterior: Posterior,
  row: RowsToPredict,
  options: CounterfactualOptions & Pick<RunOptions, "signal" | "onProgress"> = {},
): Promise<Counterfactuals> {
  const { signal, onProgress, ...rest } = options;
  return run(counterfactualsWork(posterior, row, rest), { signal, onProgress });
}

/** The same at once. */
export function counterfactualsSync(
  posterior: Posterior,
  row: RowsToPredict,
  options: CounterfactualOptions = {},
): Counterfactuals {
  return runSync(counterfactualsWork(posterior, row, options));
}

/** The same as work that yields its progress. */
export function* counterfactualsWork(
  posterior: Posterior,
  given: RowsToPredict,
  options: CounterfactualOptions = {},
): Work<Counterfactuals> {
  const { count = 3, seed = 1, examples } = options;
  const { encoding, classes, numeric } = posterior;
  const row = oneRow(posterior, given);
  const X = encodeChecked(encoding, row);
  const target = targetOf(posterior, options);
  const [now] = judge(numeric, { target, from: 0, probability: undefined }, X);
  const goal: Goal = {
    from: now.label,
    target: target ?? (classes.length === 2 ? 1 - now.label : undefined),
    probability: options.probability,
  };
  const cells = cellsOf(posterior, row)[0];
  const space = changeSpace(posterior, X, cells, options);
  const [reached] = judge(numeric, goal, X);
  const together = Math.ceil(cellsAtOnce / X.columns);
  const judgeOf =
    (part: ChangeSpace): Judge =>
    (changes) =>
      Array.from({ length: Math.ceil(changes.length / together) }, (_, at) =>
        judge(numeric, goal, part.encode(changes.slice(at * together, (at + 1) * together))),
      ).flat();
  const table = examples && rowsToPredict(encoding, examples);
  const startsOf = (part: ChangeSpace): Change[] => (table ? startsFrom(posterior, part, table, seed) : []);
  const { space: part, changes } = reached.isReached
    ? { space, changes: [] }
    : yield* searchParts(space, judgeOf, startsOf);
  const best = changes.slice(0, count);
  const verdicts = judgeOf(part)(best);
  return {
    classes,
    label: classes[now.label],
    probabilities: now.probabilities,
    target: goal.target === undefined ? undefined : classes[goal.target],
    isReached: reached.isReached,
    found: best.map((change, at) => ({
      changes: cellChanges(part, change),
      size: part.total(change),
      label: classes[verdicts[at].label],
      probabilities: verdicts[at].probabilities,
    })),
    columns: space.columns.map(({ domain }) => domain.name),
  };
}

function oneRow({ encoding }: Posterior, given: RowsToPredict): Table {
  const table = rowsToPredict(encoding, given);
  if (table.rows === 1) return table;
  throw new InputError("one-row", `Changes are looked for one row at a time; got ${table.rows} rows.`);
}

/** Searches all columns, or of many those that lead; where these do not reach the goal, rows that do are led back. */
function* searchParts(
  space: ChangeSpace,
  judgeOf: (part: ChangeSpace) => Judge,
  startsOf: (part: ChangeSpace) => readonly Change[],
): Work<{ readonly space: ChangeSpace; readonly changes: readonly Change[] }> {
  if (space.columns.length <= mostColumns) {
    return { space, changes: yield* searchChanges(space, judgeOf(space), startsOf(space)) };
  }
  const part = space.of(leadingColumns(space, judgeOf(space)).slice(0, mostColumns));
  const changes = yield* searchChanges(part, judgeOf(part), startsOf(part));
  if (changes.length > 0) return { space: part, changes };
  return { space, changes: yield* leadBack(space, judgeOf(space), startsOf(space)) };
}

function targetOf(
  { classes }: Posterior,
  { target, probability, count = 3 }: CounterfactualOptions,
): number | undefined {
  if (probability !== undefined && !(probability > 0 && probability < 1)) {
    throw new InputError("invalid-option", `probability must lie between 0 and 1; got ${String(probability)}.`);
  }
  if (!Number.isSafeInteger(count) || count < 1) {
    throw new InputError("invalid-option", `count must be a whole number from 1; got ${String(count)}.`);
  }
  if (target === undefined) return undefined;
  const number = classes.indexOf(target);
  if (number >= 0) return number;
  throw new InputError("unknown-class", `There is no class ${quote(target)}; the classes are ${listed(classes)}.`);
}

/** The cells of each row, a list of the model's columns. */
function cellsOf({ encoding }: Pick<Posterior, "encoding">, table: Table): CellValue[][] {
  const columns = columnDomains(encoding).map((domain) => domain.cellsOf(columnNamed(table, domain.name)));
  return Array.from({ length: table.rows }, (_, i) => columns.map((cells) => cells[i]));
}

/** Rows as changes: the cells of free columns within their limits, the others as they are. */
function startsFrom(posterior: Posterior, space: ChangeSpace, table: Table, seed: number): Change[] {
  if (table.rows === 0) return [];
  return cellsOf(posterior, sampleOf(table, mostStartRows, seed, branch).table).map((cells) =>
    space.columns.map(({ domain, cell, low, high, levels, isWhole }) => {
      const own = cells[domain.place];
      if (own === undefined) return cell;
      if (domain.kind === "category") return levels.includes(String(own)) ? own : cell;
      const value = Number(own);
      return value < low || value > high || (isWhole && !Number.isInteger(value)) ? cell : value;
    }),
  );
}

function cellChanges(space: ChangeSpace, change: Change): CellChange[] {
  return space.columns
    .flatMap(({ domain, cell }, at): CellChange[] => {
      const to = change[at];
      if (to === cell) return [];
      const [fromText, toText] = [domain.text(cell), domain.text(to)];
      return [{ column: domain.name, from: cell, to, fromText, toText, size: space.size(at, to) }];
    })
    .toSorted((a, b) => b.size - a.size);
}
