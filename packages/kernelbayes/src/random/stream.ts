/** A seeded source of random numbers. Equal seeds and paths give equal numbers on every machine. */
export interface Stream {
  /** Uniform on the open interval (0, 1), 53 random bits. */
  uniform(): number;
  /** A whole number from 0 to below − 1, each equally likely (no modulo bias). */
  integer(below: number): number;
}
