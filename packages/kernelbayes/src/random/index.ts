export { exponential } from "./exponential.ts";
export { normal } from "./normal.ts";
export { permutation } from "./permutation.ts";
export { stream, type Stream } from "./stream.ts";
