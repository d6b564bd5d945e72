/** A value that is computed when it is first asked for, and kept. */
export function once<Value>(compute: () => Value): () => Value {
  let kept: { readonly value: Value } | undefined;
  return () => (kept ??= { value: compute() }).value;
}
