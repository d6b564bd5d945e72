/** Numbers that the moves of a chain adapt, by name: with them, and with its state, a chain goes on elsewhere. */
export type Tuning = Record<string, Float64Array>;

/** The numbers of a name, which are changed in place: those there are, or else these, which are there from now on. */
export function tuned(tuning: Tuning, name: string, first: Float64Array): Float64Array {
  return (tuning[name] ??= first);
}
