import type { Engine } from "../../../engine/engine.ts";
import type { Matrix } from "../../../engine/matrix.ts";
import { NumericalError } from "../../../errors.ts";
import { factorize, type Factor, type FactorizeOptions } from "../../../matrix/factorize.ts";

/** The Cholesky factor; undefined where rounding, or the matrix itself, leaves none. */
export function factorizeIfPossible(engine: Engine, A: Matrix, options: FactorizeOptions = {}): Factor | undefined {
  try {
    return factorize(engine, A, options);
  } catch (error) {
    if (error instanceof NumericalError && error.code === "not-positive-definite") return undefined;
    throw error;
  }
}
