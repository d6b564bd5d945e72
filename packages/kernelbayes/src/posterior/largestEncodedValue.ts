import { matrixOf, numberUpTo, type Codec } from "../codec.ts";
import type { Matrix } from "../engine/matrix.ts";

/** Encoded values beyond this are further from the training rows than arithmetic can tell apart, and are refused. */
export const largestEncodedValue = 1e100;

/** A number that an encoded value may be. */
export const encodedNumber: Codec<number> = numberUpTo(largestEncodedValue);

/** Encoded rows. */
export const encodedMatrix: Codec<Matrix> = matrixOf(encodedNumber);
