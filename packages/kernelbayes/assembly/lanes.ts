// Words for pairs of doubles. All addresses are bytes; all counts and strides are numbers of doubles unless they say
// Bytes.

/** a · b + c in both lanes, fused where the build has relaxed SIMD. */
@inline
export function multiplyAdd(a: v128, b: v128, c: v128): v128 {
  if (ASC_FEATURE_RELAXED_SIMD) return f64x2.relaxed_madd(a, b, c);
  else return f64x2.add(f64x2.mul(a, b), c);
}

/** c − a · b in both lanes, fused where the build has relaxed SIMD. */
@inline
export function multiplySubtract(a: v128, b: v128, c: v128): v128 {
  if (ASC_FEATURE_RELAXED_SIMD) return f64x2.relaxed_nmadd(a, b, c);
  else return f64x2.sub(c, f64x2.mul(a, b));
}

/** The sum of the two lanes. */
@inline
export function addLanes(a: v128): f64 {
  return f64x2.extract_lane(a, 0) + f64x2.extract_lane(a, 1);
}

/** The address of an entry of a row-major matrix. */
@inline
export function at(data: usize, stride: i32, row: i32, column: i32): usize {
  return data + ((<usize>row * <usize>stride + <usize>column) << 3);
}

/** The lower lanes of a and b. */
@inline
export function lowerLanes(a: v128, b: v128): v128 {
  return v128.shuffle<f64>(a, b, 0, 2);
}

/** The upper lanes of a and b. */
@inline
export function upperLanes(a: v128, b: v128): v128 {
  return v128.shuffle<f64>(a, b, 1, 3);
}
