import type { KernelDocument } from "../kernels/kernel.ts";

/** One over the squared length scale of every column. */
export function lengthWeights(document: KernelDocument, columns: number): Float64Array {
  return perColumn(document, "lengthScale", columns).map((each) => 1 / (each * each));
}

/** One number for every column from one for all, one a column, or one a group of columns. */
export function perColumn(document: KernelDocument, name: string, columns: number): Float64Array {
  const value = document[name] as number | readonly number[];
  const groups = document["groups"] as readonly number[] | undefined;
  return Float64Array.from({ length: columns }, (_, j) =>
    typeof value === "number" ? value : value[groups ? groups[j] : j],
  );
}
