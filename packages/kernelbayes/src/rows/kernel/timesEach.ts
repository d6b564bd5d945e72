/** x_i y_i for each i. */
export function timesEach(x: Float64Array, y: Float64Array): Float64Array {
  const result = new Float64Array(x.length);
  for (let i = 0; i < x.length; i++) result[i] = x[i] * y[i];
  return result;
}
