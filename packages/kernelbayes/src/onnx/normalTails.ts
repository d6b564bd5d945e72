import { erfcx } from "../numeric/erfcx.ts";
import type { GraphBuilder, Value } from "./graphBuilder.ts";
import { bothTails, type Tails } from "./tails.ts";

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
