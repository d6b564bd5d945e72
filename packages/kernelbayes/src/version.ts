/** The version of the library, as in its package. */
export const version: string = "0.1.0";
