/** An address in the memory of the module, in bytes. */
export type Address = number;

/** The last two arguments of `product`, as `assembly/mode.ts` numbers them. */
export const replace = 0;
export const subtract = 2;
export const whole = 0;
export const lowerPart = 1;

/** What the compiled module offers; `assembly/` says what each function does. Booleans travel as 0 and 1. */
export interface Exports {
  readonly memory: WebAssembly.Memory;
  heapBase(): Address;
  isFinite(data: Address, count: number): number;
  isFiniteLower(a: Address, n: number): number;
  product(
    rows: number,
    columns: number,
    depth: number,
    a: Address,
    aRow: number,
    aColumn: number,
    b: Address,
    bRow: number,
    bColumn: number,
    c: Address,
    cRow: number,
    mode: number,
    part: number,
  ): void;
  mirrorLower(a: Address, n: number): void;
  clearUpper(a: Address, n: number): void;
  cholesky(a: Address, n: number): number;
  solveLeft(l: Address, lRow: number, n: number, b: Address, bRow: number, count: number, transpose: number): void;
  solveRight(l: Address, lRow: number, n: number, b: Address, bRow: number, count: number, transpose: number): void;
  solvedSquare(packed: Address, q: Address, n: number): number;
  inverseFactored(l: Address, n: number, c: Address): void;
  inverseDiagonal(l: Address, n: number, d: Address): void;
  updateFactored(l: Address, n: number, v: Address, rotations: Address): number;
  downdateFactored(l: Address, n: number, v: Address, rotations: Address): number;
  qr(a: Address, m: number, n: number, q: Address, v: Address, work: Address): void;
  orthogonalizeRows(rows: Address, companion: Address, n: number, lengths: Address): number;
  eigenSymmetric(
    a: Address,
    n: number,
    count: number,
    d: Address,
    vectors: Address,
    rows: Address,
    work: Address,
  ): number;
  eigenvaluesSymmetric(a: Address, n: number, d: Address, work: Address): number;
  absoluteDistances(
    n: number,
    m: number,
    p: number,
    x: Address,
    z: Address,
    c: Address,
    weights: Address,
    lower: number,
  ): void;
  distances(
    n: number,
    m: number,
    p: number,
    x: Address,
    z: Address,
    c: Address,
    weights: Address,
    scale: number,
    symmetric: number,
    gaussian: number,
  ): void;
}
