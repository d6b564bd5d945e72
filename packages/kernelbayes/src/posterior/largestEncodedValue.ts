/** Encoded values beyond this are further from the training rows than arithmetic can tell apart, and are refused. */
export const largestEncodedValue = 1e100;
