// Kernels, an engine and an optimizer by themselves: find by evidence which of two columns matters. The objective is that of
// a Gaussian process on labels −1 and 1, −log N(y; 0, K) = ½ yᵀK⁻¹y + ½ log|K| + constant.
import { gaussian } from "kernelbayes";
import { relevance } from "kernelbayes/data";
import { matrix, selectEngine } from "kernelbayes/engine";
import { kernelFromDocument, nugget, scale, sum } from "kernelbayes/kernels";
import { matrices } from "kernelbayes/numeric";
import { boundedLbfgs } from "kernelbayes/optimize";
import { runSync } from "kernelbayes/progress";
import { encode, encodeLabels, learnEncoding } from "kernelbayes/table";

export async function main(print: (line: string) => void): Promise<void> {
  const table = relevance({ rows: 150, seed: 1 }); // x1 is noise, x2 decides the class
  const X = encode(learnEncoding(table, { exclude: ["class"] }).encoding, table);
  const y = Float64Array.from(encodeLabels(table, "class").classes, (q) => (q === 1 ? 1 : -1));
  const engine = selectEngine();

  // One length scale a column; the columns are known now, so the kernel can be told.
  const start = sum(scale(gaussian({ relevance: "each" })), nugget()).forColumns([0, 1]);
  const kernelAt = (logs: Float64Array) => start.withValues(logs.map(Math.exp));

  const negativeEvidence = (logs: Float64Array) => {
    const kernel = kernelAt(logs);
    const factor = matrices.factorize(engine, kernel.matrix(engine, X));
    const alpha = factor.solveVector(y);
    const inverse = factor.inverse();
    // ∂/∂K = ½ (K⁻¹ − ααᵀ); the kernel carries it over to the logarithms of its parameters.
    const W = inverse.data.map((value, at) => 0.5 * (value - alpha[Math.floor(at / y.length)] * alpha[at % y.length]));
    return {
      value: 0.5 * matrices.dot(y, alpha) + 0.5 * factor.logDeterminant,
      gradient: kernel.gradient(engine, X, matrix(y.length, y.length, W)),
    };
  };

  const optimum = runSync(
    boundedLbfgs(
      negativeEvidence,
      start.parameters.map(({ value }) => Math.log(value)),
      {
        lower: start.parameters.map(({ lower }) => Math.log(lower)),
        upper: start.parameters.map(({ upper }) => Math.log(upper)),
      },
    ),
  );
  const found = kernelAt(optimum.point);
  // The length scale of x1 grows to its bound: the column has ceased to matter.
  for (const { name, value } of found.parameters) print(`${name}: ${value.toPrecision(3)}`);
  print(`the search ended because ${optimum.status} (${optimum.evaluations} evaluations)`);

  // A kernel is plain data at heart.
  const copy = kernelFromDocument(JSON.parse(JSON.stringify(found.toDocument())));
  print(`the same kernel from its document: ${copy.evaluate([0, 1], [1, 0]) === found.evaluate([0, 1], [1, 0])}`);
}
