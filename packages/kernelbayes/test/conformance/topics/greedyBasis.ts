import { selectEngine } from "../../../src/engine/selectEngine.ts";
import { greedyBasis } from "../../../src/models/leastSquares/expansion/chooseBasis.ts";
import { fromRows, selectRows } from "../../../src/matrix/row.ts";
import { radialBasis } from "./kernels.ts";
import { fisherTargets } from "../../../src/models/leastSquares/expansionProblem.ts";

interface Input {
  readonly theta: readonly number[];
  readonly X: readonly (readonly number[])[];
  readonly y: readonly number[];
  readonly mu: number;
  readonly m: number;
}

/** Case `greedy`: all rows are candidates, Fisher's targets, free bias. */
export function greedy({ theta, X, y, mu, m }: Input): unknown {
  const engine = selectEngine();
  const kernel = radialBasis(theta);
  const x = fromRows(X);
  const weights = new Float64Array(y.length).fill(1);
  const targets = fisherTargets(
    y.map((label) => (label === 1 ? 1 : -1)),
    weights,
  );
  return greedyBasis(
    engine,
    {
      rows: x.rows,
      columns: (indices) => kernel.cross(engine, x, selectRows(x, indices)),
      targets,
      weights,
      bias: "free",
      penalty: "coefficients",
      mu,
    },
    { size: m },
  );
}
