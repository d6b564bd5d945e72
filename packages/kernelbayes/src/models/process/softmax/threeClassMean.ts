/** Nodes of the trapezoid rule of a standard normal variate, with weights that sum to one. */
interface Axis {
  readonly nodes: Float64Array;
  readonly weights: Float64Array;
  /** exp of the latent contrasts at each node, over the largest of the three; those of class c at 3 · node + c. */
  readonly scaled: Float64Array;
  /** The contrasts themselves, two a node. */
  readonly contrasts: Float64Array;
}

/** The normal density is summed to so many deviations, beyond which lies less than 1e-17 of it. */
const reach = 9;

/** With a deviation s the nearest pole lies at π/(√2 s) from the axis: this step leaves an error of exp(−40). */
const stepOfDeviation = (2 * Math.PI ** 2) / 57;
const widestStep = 0.25;

/** Deviations above 28 get no finer steps, 1441 nodes an axis; at a deviation of 100 the error is 1e-5. */
const finestStep = 1 / 80;

/**
 * E softmax(f) for three classes, f ~ N(mean, covariance): the tensor trapezoid rule over the two contrasts to the last
 * class, along the axes of their covariance. The exponentials of a node are products of one number an axis, so that a node costs
 * a few multiplications. Absolute error about 1e-15, up to deviations of 28.
 */
export function threeClassMean(mean: Float64Array, covariance: Float64Array): Float64Array {
  const [v00, v01, v02, , v11, v12, , , v22] = covariance;
  const a = v00 - 2 * v02 + v22;
  const b = v01 - v02 - v12 + v22;
  const d = v11 - 2 * v12 + v22;
  // Eigenvectors (cos, sin) and (−sin, cos) of [a b; b d].
  const angle = 0.5 * Math.atan2(2 * b, a - d);
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const half = Math.hypot(0.5 * (a - d), b);
  const large = Math.sqrt(Math.max(0, 0.5 * (a + d) + half));
  const small = Math.sqrt(Math.max(0, 0.5 * (a + d) - half));
  const first = axisOf(large, mean[0] - mean[2], mean[1] - mean[2], large * cos, large * sin);
  const second = axisOf(small, 0, 0, -small * sin, small * cos);
  const sums = new Float64Array(3);
  for (let i = 0; i < first.nodes.length; i++) {
    const limit = reach * reach - first.nodes[i] ** 2;
    const [a0, a1, a2] = first.scaled.subarray(3 * i, 3 * i + 3);
    let s0 = 0;
    let s1 = 0;
    let s2 = 0;
    for (let j = 0; j < second.nodes.length; j++) {
      if (second.nodes[j] ** 2 > limit) continue;
      const weight = second.weights[j];
      const p0 = a0 * second.scaled[3 * j];
      const p1 = a1 * second.scaled[3 * j + 1];
      const p2 = a2 * second.scaled[3 * j + 2];
      const sum = p0 + p1 + p2;
      if (sum > 1e-280) {
        const share = weight / sum;
        s0 += p0 * share;
        s1 += p1 * share;
        s2 += p2 * share;
      } else {
        const g0 = first.contrasts[2 * i] + second.contrasts[2 * j];
        const g1 = first.contrasts[2 * i + 1] + second.contrasts[2 * j + 1];
        const most = Math.max(g0, g1, 0);
        const [e0, e1, e2] = [Math.exp(g0 - most), Math.exp(g1 - most), Math.exp(-most)];
        const share = weight / (e0 + e1 + e2);
        s0 += e0 * share;
        s1 += e1 * share;
        s2 += e2 * share;
      }
    }
    sums[0] += first.weights[i] * s0;
    sums[1] += first.weights[i] * s1;
    sums[2] += first.weights[i] * s2;
  }
  // Nodes were left out in the corners, though they weigh less than rounding.
  const total = sums[0] + sums[1] + sums[2];
  return sums.map((sum) => sum / total);
}

/** The nodes of one axis of this deviation; the contrasts of the first two classes begin at `m0`, `m1` and rise by `d0`, `d1`. */
function axisOf(deviation: number, m0: number, m1: number, d0: number, d1: number): Axis {
  const step = Math.max(finestStep, Math.min(widestStep, stepOfDeviation / deviation));
  const half = Math.floor(reach / step);
  const count = 2 * half + 1;
  const nodes = Float64Array.from({ length: count }, (_, k) => (k - half) * step);
  const densities = nodes.map((t) => Math.exp(-0.5 * t * t));
  const total = densities.reduce((sum, value) => sum + value, 0);
  const contrasts = new Float64Array(2 * count);
  const scaled = new Float64Array(3 * count);
  nodes.forEach((t, k) => {
    const g0 = (contrasts[2 * k] = m0 + t * d0);
    const g1 = (contrasts[2 * k + 1] = m1 + t * d1);
    const most = Math.max(g0, g1, 0);
    scaled[3 * k] = Math.exp(g0 - most);
    scaled[3 * k + 1] = Math.exp(g1 - most);
    scaled[3 * k + 2] = Math.exp(-most);
  });
  return { nodes, weights: densities.map((value) => value / total), scaled, contrasts };
}
