import { InputError } from "../../../errors.ts";

/** β and d: how tightly the projections of a class lie about its mean, and how far apart the two means are. */
export interface FisherSettings {
  /** β, one over the variance of the projections within a class. */
  readonly precision: number;
  /** d, the distance of the class means, which sets the unit of the latent function. Default 2. */
  readonly distance?: number;
}

/** The settings with their default, both checked. */
export function requireSettings({ precision, distance = 2 }: FisherSettings): Required<FisherSettings> {
  if (!(precision > 0 && precision < Infinity)) {
    throw new InputError(
      "invalid-option",
      `The precision β must be greater than 0 and finite; got ${precision}. ` +
        "The limits β → 0 and β → ∞ are modes of their own.",
    );
  }
  requireDistance(distance);
  return { precision, distance };
}

export function requireDistance(distance: number): void {
  if (!(distance > 0 && distance < Infinity)) {
    throw new InputError("invalid-option", `The distance of the class means must be greater than 0; got ${distance}.`);
  }
}
