import { addLanes, multiplyAdd } from "./lanes";

// A module of its own, which only explanations load: Shapley values of products with two states for each player, by Owen's integral and Gauss–Legendre (see
// src/explain/shapley/productImages.ts, which says the same in plain words).

/** How many doubles `work` needs for each player: steps and starts, sums, a number, four pairs of products and as many of factors. */
const PER_PLAYER: usize = 20;

/** e, 2 log ρ and the rest of the bound for ten ellipses: see `owenPoints`. */
const ELLIPSES: usize = 10;
const NEGLIGIBLE: f64 = -38.841361487904734;

/**
 * out = the mean over rows w of `off` of the Shapley values of the products of each row u of `on`, so many players a row:
 *
 *     (u_j − w_j) ∫₀¹ Π_{l≠j} ((1 − t) w_l + t u_l) dt.
 *
 * `rules` has the nodes and weights of the rules of 1, 2, 3 … points, each padded to an even number; `ellipses` the triples of the bound.
 */
export function games(
  rows: i32,
  others: i32,
  players: i32,
  on: usize,
  off: usize,
  out: usize,
  rules: usize,
  ellipses: usize,
  work: usize,
): void {
  const steps: usize = work;
  const starts: usize = steps + ((<usize>players) << 3);
  const sums: usize = starts + ((<usize>players) << 3);
  const who: usize = sums + ((<usize>players) << 3);
  const before: usize = (who + ((<usize>players) << 3) + 15) & ~(<usize>15);
  const share: f64 = 1 / <f64>others;
  for (let row: i32 = 0; row < rows; row++) {
    const u: usize = on + (<usize>row * <usize>players << 3);
    const target: usize = out + (<usize>row * <usize>players << 3);
    memory.fill(target, 0, (<usize>players) << 3);
    for (let other: i32 = 0; other < others; other++) {
      const w: usize = off + (<usize>other * <usize>players << 3);
      let constant: f64 = share;
      let count: usize = 0;
      let A: f64 = 0;
      let H: f64 = 0;
      for (let l: usize = 0; l < <usize>players; l++) {
        const start: f64 = load<f64>(w + (l << 3));
        const step: f64 = load<f64>(u + (l << 3)) - start;
        if (step == 0) {
          constant *= start;
          continue;
        }
        store<f64>(steps + (count << 3), step);
        store<f64>(starts + (count << 3), start);
        store<f64>(who + (count << 3), <f64>l);
        count++;
        A += Math.abs(start + 0.5 * step) - 1;
        H += 0.5 * Math.abs(step);
      }
      if (count == 0 || constant == 0) continue;
      const points: i32 = pointsFor(<i32>count, A, H, ellipses);
      if (points == 0) continue;
      integrate(points, count, steps, starts, sums, before, rules);
      for (let k: usize = 0; k < count; k++) {
        const place: usize = target + ((<usize>load<f64>(who + (k << 3))) << 3);
        const value: f64 = constant * load<f64>(steps + (k << 3)) * load<f64>(sums + (k << 3));
        store<f64>(place, load<f64>(place) + value);
      }
    }
  }
}

/** As `owenPoints`. */
function pointsFor(players: i32, A: f64, H: f64, ellipses: usize): i32 {
  if (A + H < NEGLIGIBLE) return 0;
  let least: f64 = <f64>((players + 1) / 2);
  for (let e: usize = 0; e < ELLIPSES; e++) {
    const entry: usize = ellipses + e * 24;
    const points: f64 = Math.ceil((A + load<f64>(entry) * H + load<f64>(entry, 16)) / load<f64>(entry, 8));
    if (points < least) least = points;
  }
  return max<i32>(1, <i32>least);
}

/** sums_k = ∫ Π_{l≠k} (start_l + t step_l) dt. */
function integrate(
  points: i32,
  count: usize,
  steps: usize,
  starts: usize,
  sums: usize,
  before: usize,
  rules: usize,
): void {
  // The rules of fewer points, each of two lists of an even number, take m² + m or m² doubles less one pair: Σ 2 (k + k mod 2).
  const m: usize = <usize>points;
  const half: usize = m / 2;
  const even: usize = m + (m & 1);
  const nodes: usize = rules + ((m & 1 ? 4 * half * (half + 1) : 4 * half * half) << 3);
  const weights: usize = nodes + (even << 3);
  memory.fill(sums, 0, count << 3);
  let at: usize = 0;
  for (; at + 8 <= even; at += 8) eight(count, steps, starts, sums, before, nodes + (at << 3), weights + (at << 3));
  for (; at + 4 <= even; at += 4) four(count, steps, starts, sums, before, nodes + (at << 3), weights + (at << 3));
  for (; at < even; at += 2) two(count, steps, starts, sums, before, nodes + (at << 3), weights + (at << 3));
}

@inline
function two(count: usize, steps: usize, starts: usize, sums: usize, before: usize, nodes: usize, weights: usize): void {
  const t = v128.load(nodes);
  let product = v128.load(weights);
  for (let k: usize = 0; k < count; k++) {
    v128.store(before + (k << 4), product);
    const step = v128.load64_splat(steps + (k << 3));
    product = f64x2.mul(product, multiplyAdd(t, step, v128.load64_splat(starts + (k << 3))));
  }
  let behind = f64x2.splat(1);
  for (let k: usize = count; k-- > 0; ) {
    const place: usize = sums + (k << 3);
    store<f64>(place, load<f64>(place) + addLanes(f64x2.mul(v128.load(before + (k << 4)), behind)));
    const step = v128.load64_splat(steps + (k << 3));
    behind = f64x2.mul(behind, multiplyAdd(t, step, v128.load64_splat(starts + (k << 3))));
  }
}

@inline
function four(count: usize, steps: usize, starts: usize, sums: usize, before: usize, nodes: usize, weights: usize): void {
  const t0 = v128.load(nodes);
  const t1 = v128.load(nodes, 16);
  let p0 = v128.load(weights);
  let p1 = v128.load(weights, 16);
  for (let k: usize = 0; k < count; k++) {
    const place: usize = before + (k << 5);
    v128.store(place, p0);
    v128.store(place, p1, 16);
    const step = v128.load64_splat(steps + (k << 3));
    const start = v128.load64_splat(starts + (k << 3));
    p0 = f64x2.mul(p0, multiplyAdd(t0, step, start));
    p1 = f64x2.mul(p1, multiplyAdd(t1, step, start));
  }
  let b0 = f64x2.splat(1);
  let b1 = f64x2.splat(1);
  for (let k: usize = count; k-- > 0; ) {
    const place: usize = before + (k << 5);
    const sum = multiplyAdd(v128.load(place, 16), b1, f64x2.mul(v128.load(place), b0));
    store<f64>(sums + (k << 3), load<f64>(sums + (k << 3)) + addLanes(sum));
    const step = v128.load64_splat(steps + (k << 3));
    const start = v128.load64_splat(starts + (k << 3));
    b0 = f64x2.mul(b0, multiplyAdd(t0, step, start));
    b1 = f64x2.mul(b1, multiplyAdd(t1, step, start));
  }
}

@inline
function eight(count: usize, steps: usize, starts: usize, sums: usize, before: usize, nodes: usize, weights: usize): void {
  const t0 = v128.load(nodes);
  const t1 = v128.load(nodes, 16);
  const t2 = v128.load(nodes, 32);
  const t3 = v128.load(nodes, 48);
  let p0 = v128.load(weights);
  let p1 = v128.load(weights, 16);
  let p2 = v128.load(weights, 32);
  let p3 = v128.load(weights, 48);
  for (let k: usize = 0; k < count; k++) {
    const place: usize = before + (k << 7);
    const step = v128.load64_splat(steps + (k << 3));
    const start = v128.load64_splat(starts + (k << 3));
    v128.store(place, p0);
    v128.store(place, p1, 16);
    v128.store(place, p2, 32);
    v128.store(place, p3, 48);
    const f0 = multiplyAdd(t0, step, start);
    const f1 = multiplyAdd(t1, step, start);
    const f2 = multiplyAdd(t2, step, start);
    const f3 = multiplyAdd(t3, step, start);
    v128.store(place, f0, 64);
    v128.store(place, f1, 80);
    v128.store(place, f2, 96);
    v128.store(place, f3, 112);
    p0 = f64x2.mul(p0, f0);
    p1 = f64x2.mul(p1, f1);
    p2 = f64x2.mul(p2, f2);
    p3 = f64x2.mul(p3, f3);
  }
  let b0 = f64x2.splat(1);
  let b1 = f64x2.splat(1);
  let b2 = f64x2.splat(1);
  let b3 = f64x2.splat(1);
  for (let k: usize = count; k-- > 0; ) {
    const place: usize = before + (k << 7);
    const one = multiplyAdd(v128.load(place, 16), b1, f64x2.mul(v128.load(place), b0));
    const other = multiplyAdd(v128.load(place, 48), b3, f64x2.mul(v128.load(place, 32), b2));
    store<f64>(sums + (k << 3), load<f64>(sums + (k << 3)) + addLanes(f64x2.add(one, other)));
    b0 = f64x2.mul(b0, v128.load(place, 64));
    b1 = f64x2.mul(b1, v128.load(place, 80));
    b2 = f64x2.mul(b2, v128.load(place, 96));
    b3 = f64x2.mul(b3, v128.load(place, 112));
  }
}

/** The doubles that `games` works in. */
export function gamesWork(players: i32): i32 {
  return <i32>(PER_PLAYER * <usize>players) + 2;
}

/** Where the memory that this module needs for itself ends. */
export function heapBase(): usize {
  return __heap_base;
}
