import type { GraphBuilder, Value } from "./graphBuilder.ts";
import { logSumExp, times } from "./steps.ts";
import { bothTails, type Tails } from "./tails.ts";

/** Steps in x, and how far they go on both sides: 4 sinh 7.5 is sixteen deviations of a variance of 51 000. */
const [STEP, REACH] = [0.0625, 7.5];
/** The units of f per unit of x near the middle of a wide Gaussian: the poles of the logistic function are π away. */
const WIDEST = 4;
/** Deviations from the peak beyond which the bend of the logistic function at 0 has no weight. */
const FAR = 7;

/**
 * The logarithms of the mean of the logistic function under Gaussians, log P(−) and log P(+), with basic operations alone. For
 * m = −|μ| the integrand σ(f) N(f; m, v) is largest next to min(0, m + v) and falls from there at least like a Gaussian of the
 * variance v = s²; next to 0 it may bend within a unit, however large v is. Both scales are met by
 *
 *     f = c + b sinh x,    b = min(s, 4),    c = min(0, m + v + 7s)
 *
 * and the trapezoidal rule in x, which for such integrands needs some two hundred nodes for all digits. All terms are positive and
 * are summed by their logarithms, so that the digits stay far into the tail.
 */
export function logisticTails(graph: GraphBuilder, mean: Value, variance: Value): Tails {
  const half = Math.round(REACH / STEP);
  const x = Float64Array.from({ length: 2 * half + 1 }, (_, k) => (k - half) * STEP);
  const m = graph.node("Neg", [graph.node("Abs", [mean])]);
  const deviation = graph.node("Sqrt", [variance]);
  const unit = graph.node("Min", [deviation, graph.number(WIDEST)]);
  const peak = graph.node("Add", [m, variance]);
  const bendless = graph.node("Add", [peak, times(graph, deviation, FAR)]);
  const center = graph.node("Min", [bendless, graph.number(0)]);
  const f = graph.node("Add", [center, graph.node("Mul", [unit, graph.row(x.map(Math.sinh))])]);
  const z = graph.node("Div", [graph.node("Sub", [f, m]), deviation]);
  const logDensity = graph.node("Mul", [graph.node("Mul", [z, z]), graph.number(-0.5)]);
  const rest = graph.node("Exp", [graph.node("Neg", [graph.node("Abs", [f])])]);
  const softened = graph.node("Log", [graph.node("Add", [rest, graph.number(1)])]);
  const logSigmoid = graph.node("Sub", [graph.node("Min", [f, graph.number(0)]), softened]);
  // b/s cosh x dx, and 1/√2π of the density.
  const logWeights = x.map((each) => Math.log((STEP * Math.cosh(each)) / Math.sqrt(2 * Math.PI)));
  const logUnit = graph.node("Log", [graph.node("Div", [unit, deviation])]);
  const terms = graph.node("Add", [graph.node("Add", [logSigmoid, logDensity]), graph.row(logWeights)]);
  return bothTails(graph, mean, graph.node("Add", [logSumExp(graph, terms), logUnit]));
}
