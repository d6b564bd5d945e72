import type { GraphBuilder, Value } from "./graphBuilder.ts";
import { erfcx } from "../numeric/erf.ts";
import { logSumExp, times, beside } from "./steps.ts";
import { gaussLegendre } from "../numeric/gaussLegendre.ts";

/** The logarithms of a probability that rises with a number, and of its complement. */
export interface Tails {
  readonly upper: Value;
  readonly lower: Value;
}

/** Both sides from the smaller one, `small`, the logarithm of the probability at −|z|, and from the sign of z. */
function bothTails(graph: GraphBuilder, z: Value, small: Value): Tails {
  const large = graph.node("Log", [graph.node("Sub", [graph.number(1), graph.node("Exp", [small])])]);
  const isNegative = graph.node("Less", [z, graph.number(0)]);
  return {
    upper: graph.node("Where", [isNegative, small, large]),
    lower: graph.node("Where", [isNegative, large, small]),
  };
}

/**
 * Terms of the series below, whose neglected part is less than 1e-15: the function is analytic around [0, 1].
 */
const TERMS = 32;

/**
 * The logarithms of both sides of the normal distribution, with basic operations alone: runtimes have no error function for numbers
 * of 64 bits. With a = |z|/√2 and t = 2/(2 + a), which goes from 1 down to 0,
 *
 *     log Φ(−|z|) = log ½ − a² + log t + log h(t),     h(t) = erfcx(a)/t,
 *
 * where h runs smoothly from 1/(2√π) at t = 0 to 1 at t = 1 and is summed as a series of Chebyshev polynomials; and
 * log Φ(|z|) = log(1 − Φ(−|z|)).
 */
export function normalTails(graph: GraphBuilder, z: Value): Tails {
  const a = graph.node("Mul", [graph.node("Abs", [z]), graph.number(Math.SQRT1_2)]);
  const t = graph.node("Div", [graph.number(2), graph.node("Add", [a, graph.number(2)])]);
  const h = chebyshevSum(graph, seriesOf(smoothPart), t);
  const logs = graph.node("Add", [graph.node("Log", [t]), graph.node("Log", [h])]);
  const rest = graph.node("Sub", [logs, graph.node("Mul", [a, a])]);
  const small = graph.node("Add", [rest, graph.number(-Math.LN2)]);
  return bothTails(graph, z, small);
}

/** h(t) = erfcx(2/t − 2)/t, and its limit 1/(2√π) at 0. */
function smoothPart(t: number): number {
  return t === 0 ? 0.5 / Math.sqrt(Math.PI) : erfcx(2 / t - 2) / t;
}

/** Coefficients of the Chebyshev polynomials in 2t − 1 that meet a function of t in [0, 1] at their nodes. */
function seriesOf(f: (t: number) => number): Float64Array {
  const values = Float64Array.from({ length: TERMS }, (_, k) => f(0.5 + 0.5 * Math.cos((Math.PI * (k + 0.5)) / TERMS)));
  return values.map((_, term) => {
    const sum = values.reduce((total, value, k) => total + value * Math.cos((Math.PI * term * (k + 0.5)) / TERMS), 0);
    return ((term === 0 ? 1 : 2) * sum) / TERMS;
  });
}

/** Σ c_k T_k(2t − 1) by Clenshaw's recurrence b_k = c_k + 2(2t − 1) b_{k+1} − b_{k+2}. */
function chebyshevSum(graph: GraphBuilder, series: Float64Array, t: Value): Value {
  const twice = graph.node("Sub", [graph.node("Mul", [t, graph.number(4)]), graph.number(2)]);
  let next = graph.number(0);
  let afterNext = graph.number(0);
  for (let k = series.length - 1; k > 0; k--) {
    const raised = graph.node("Add", [graph.node("Mul", [twice, next]), graph.number(series[k])]);
    [next, afterNext] = [graph.node("Sub", [raised, afterNext]), next];
  }
  const half = graph.node("Mul", [twice, graph.number(0.5)]);
  const last = graph.node("Sub", [graph.node("Mul", [half, next]), afterNext]);
  return graph.node("Add", [last, graph.number(series[0])]);
}

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

/** Deviations beyond which a Gaussian is cut off, as in the library. */
const CUTOFF = 9;

/**
 * The logarithms of the mean of the trigonometric likelihood of half width δ under Gaussians, log P(−) and log P(+), as the library
 * has it: for m = −|μ| the rule of 48 nodes on the part of [−δ, δ] that matters, counted from the greater of m and −δ, and the tail
 * above δ. Terms are summed by their logarithms.
 */
export function trigonometricTails(graph: GraphBuilder, mean: Value, variance: Value, halfWidth: number): Tails {
  const rule = gaussLegendre(48);
  const zero = graph.number(0);
  const m = graph.node("Neg", [graph.node("Abs", [mean])]);
  const deviation = graph.node("Sqrt", [variance]);
  const width = times(graph, deviation, CUTOFF);
  // D = −δ − m, and its positive parts on both sides.
  const distance = graph.node("Sub", [graph.number(-halfWidth), m]);
  const below = graph.node("Max", [distance, zero]);
  const above = graph.node("Max", [graph.node("Neg", [distance]), zero]);
  const from = graph.node("Max", [graph.node("Neg", [above]), graph.node("Neg", [width])]);
  // √(D² + width²) − D without the cancellation where D > 0, and the width itself elsewhere.
  const squared = graph.node("Mul", [width, width]);
  const hypotenuse = graph.node("Sqrt", [graph.node("Add", [graph.node("Mul", [below, below]), squared])]);
  const fall = graph.node("Div", [squared, graph.node("Add", [hypotenuse, below])]);
  const to = graph.node("Min", [graph.node("Sub", [graph.number(2 * halfWidth), above]), fall]);
  const half = times(graph, graph.node("Sub", [to, from]), 0.5);
  const middle = times(graph, graph.node("Add", [to, from]), 0.5);
  const w = graph.node("Add", [middle, graph.node("Mul", [half, graph.row(rule.nodes)])]);
  const angle = times(graph, graph.node("Add", [above, w]), Math.PI / (4 * halfWidth));
  const logSine = graph.node("Log", [graph.node("Sin", [angle])]);
  const twice = graph.node("Add", [below, below]);
  const square = graph.node("Mul", [w, graph.node("Add", [w, twice])]);
  const doubled = times(graph, variance, 2);
  const terms = graph.node("Add", [
    graph.node("Sub", [graph.node("Add", [logSine, logSine]), graph.node("Div", [square, doubled])]),
    graph.row(rule.weights.map((weight) => Math.log(weight / Math.sqrt(2 * Math.PI)))),
  ]);
  const peak = graph.node("Div", [graph.node("Mul", [below, below]), doubled]);
  const scale = graph.node("Sub", [graph.node("Log", [graph.node("Div", [half, deviation])]), peak]);
  const within = graph.node("Add", [logSumExp(graph, terms), scale]);
  const beyond = normalTails(
    graph,
    graph.node("Div", [graph.node("Sub", [m, graph.number(halfWidth)]), deviation]),
  ).upper;
  return bothTails(graph, mean, logSumExp(graph, beside(graph, [within, beyond])));
}
