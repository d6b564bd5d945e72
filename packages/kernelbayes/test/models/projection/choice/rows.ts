import { matrix } from "../../../../src/engine/matrix.ts";
import type { GroupedRows } from "../../../../src/models/projection/choice/leftOutGroups.ts";
import { fromRows, selectRows } from "../../../../src/matrix/row.ts";
import { normal, stream } from "../../../../src/random/index.ts";

/** Rows of unit weight. */
export function unitRows(points: readonly (readonly number[])[], classes: readonly number[]): GroupedRows {
  return {
    X: fromRows(points),
    classes: Int32Array.from(classes),
    classCount: Math.max(...classes) + 1,
    weights: new Float64Array(classes.length).fill(1),
  };
}

/** Clouds of deviation 1 around the corners of a regular polygon, one a class, with a column of noise beside. */
export function clouds(count: number, classCount: number, radius: number, seed = 1): GroupedRows {
  const random = stream(seed);
  const classes = Array.from({ length: count }, (_, i) => i % classCount);
  const points = classes.map((c) => {
    const angle = (2 * Math.PI * c) / classCount;
    return [radius * Math.cos(angle) + normal(random), radius * Math.sin(angle) + normal(random), normal(random)];
  });
  return unitRows(points, classes);
}

/** A disc inside of a ring. */
export function rings(count: number, seed = 1): GroupedRows {
  const random = stream(seed);
  const classes = Array.from({ length: count }, (_, i) => i % 2);
  const points = classes.map((c) => {
    const angle = 2 * Math.PI * random.uniform();
    const radius = (c === 0 ? 0.5 : 2) + 0.3 * normal(random);
    return [radius * Math.cos(angle), radius * Math.sin(angle)];
  });
  return unitRows(points, classes);
}

/** Some rows, in this order. */
export function someRows({ X, classes, classCount, weights }: GroupedRows, order: readonly number[]): GroupedRows {
  return {
    X: order.length > 0 ? selectRows(X, order) : matrix(0, X.columns),
    classes: Int32Array.from(order, (row) => classes[row]),
    classCount,
    weights: Float64Array.from(order, (row) => weights[row]),
  };
}
