import { gaussian, type Kernel, type Matrix } from "kernelbayes";
import { matrix, type Engine } from "kernelbayes/engine";
import { kernelComponents, projection } from "kernelbayes/models";
import { random, stream } from "kernelbayes/numeric";
import { behindOnes } from "#kernelbayes/internal";

const { bandwidth, lengthScaleOf } = projection;
const { normal } = random;

export const classCount = 4;
const columns = 10;

/** A problem of the projection family, and what its columns are for five rows that are not in it. */
export interface TimedProblem {
  readonly problem: projection.ProjectionProblem;
  readonly tested: Matrix;
}

/** Four overlapping classes, by so many kernel components and intercepts. */
export function onComponents(engine: Engine, rows: number, components: number): TimedProblem {
  const { X, classes, fresh } = overlappingClasses(rows);
  const found = kernelComponents(engine, kernelFor(engine, X), X, { count: components });
  return {
    problem: {
      D: behindOnes(found.scores),
      squaredNorms: Float64Array.of(rows, ...found.eigenvalues),
      classes,
      classCount,
    },
    tested: behindOnes(found.project(fresh)),
  };
}

/** The same by the kernel with every row. */
export function onRows(engine: Engine, rows: number): TimedProblem {
  const { X, classes, fresh } = overlappingClasses(rows);
  const kernel = kernelFor(engine, X);
  return {
    problem: { D: behindOnes(kernel.matrix(engine, X)), squaredNorms: undefined, classes, classCount },
    tested: behindOnes(kernel.cross(engine, fresh, X)),
  };
}

/** The bandwidth of the paper. */
function kernelFor(engine: Engine, X: Matrix): Kernel {
  return gaussian({ lengthScale: lengthScaleOf(bandwidth(engine, X, "maximum")) });
}

/** Normal classes whose means are 2.5 from that of all, each in a column of its own. */
function overlappingClasses(rows: number): { X: Matrix; classes: Int32Array; fresh: Matrix } {
  const random = stream(rows, 6);
  const drawn = (count: number): Matrix =>
    matrix(
      count,
      columns,
      Float64Array.from(
        { length: count * columns },
        (_, at) => normal(random) + (Math.floor(at / columns) % classCount === at % columns ? 2.5 : 0),
      ),
    );
  return { X: drawn(rows), classes: Int32Array.from({ length: rows }, (_, i) => i % classCount), fresh: drawn(5) };
}
