import { matrix, type Matrix } from "../matrix.ts";
import { requireShape } from "../reference/requireShape.ts";
import { games as gamesText } from "./bytes.generated.ts";
import { bytesFromText } from "./bytesFromText.ts";
import type { Address } from "./exports.ts";
import { workspace, type Workspace } from "./workspace.ts";

/** Quadrature rules of `games`: see `owenTables`. */
export interface GameTables {
  /** The nodes and weights on [0, 1] of the Gauss–Legendre rules of 1, 2, 3 … points, each list padded to an even number. */
  readonly rules: Float64Array;
  /** For each of ten ellipses the three numbers that bound the error of a rule. */
  readonly ellipses: Float64Array;
}

/**
 * Shapley values of products: for each row u of `on` the mean over the rows w of `off` of (u_j − w_j) ∫₀¹ Π_{l≠j} ((1 − t) w_l + t u_l) dt.
 */
export type Games = (on: Matrix, off: Matrix, tables: GameTables) => Matrix;

/** What the compiled module offers; `assembly/games.ts` says what each function does. */
interface GameExports {
  readonly memory: WebAssembly.Memory;
  heapBase(): Address;
  games(
    rows: number,
    others: number,
    players: number,
    on: Address,
    off: Address,
    out: Address,
    rules: Address,
    ellipses: Address,
    work: Address,
  ): void;
  gamesWork(players: number): number;
}

let made: { readonly games: Games | undefined } | undefined;

/** The module, made at the first call; undefined where this runtime, or the policy of a page, does not let it run. */
export function wasmGames(): Games | undefined {
  made ??= { games: gamesOf() };
  return made.games;
}

function gamesOf(): Games | undefined {
  if (typeof WebAssembly === "undefined") return undefined;
  let exports: GameExports;
  try {
    exports = new WebAssembly.Instance(new WebAssembly.Module(bytesFromText(gamesText)))
      .exports as unknown as GameExports;
  } catch {
    return undefined;
  }
  const memory = workspace(exports.memory, exports.heapBase());
  return (on, off, tables) => played(exports, memory, on, off, tables);
}

function played(
  { games, gamesWork }: GameExports,
  memory: Workspace,
  on: Matrix,
  off: Matrix,
  { rules, ellipses }: GameTables,
): Matrix {
  const { rows, columns: players } = on;
  requireShape(
    off.columns === players && off.rows > 0,
    `Games need rows of one length; got ${players} and ${off.columns} players, and ${off.rows} rows to compare with.`,
  );
  const lengths = [on.data.length, off.data.length, rows * players, rules.length, ellipses.length, gamesWork(players)];
  return memory.frame(lengths, (left, right, target, ruleList, ellipseList, work) => {
    memory.write(left, on.data);
    memory.write(right, off.data);
    memory.write(ruleList, rules);
    memory.write(ellipseList, ellipses);
    games(rows, off.rows, players, left, right, target, ruleList, ellipseList, work);
    return matrix(rows, players, memory.read(target, rows * players));
  });
}
