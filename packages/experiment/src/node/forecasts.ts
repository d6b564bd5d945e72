import { type Matrix } from "kernelbayes";
import { mostProbable } from "kernelbayes/evaluate";

/** Probabilities of an event, row by row, and whether it happened: 1 or 0. */
export interface Forecasts {
  readonly probability: Float32Array;
  readonly happened: Uint8Array;
}

/**
 * What the calibration of predictions is judged by, packed into a text: of two classes the probability of class 1, of more
 * that of the most probable class, and whether it was the true one. Four bytes a row, in base 64: the probability to seven
 * digits, below zero (or −0) where the event did not happen. With these the rows of several partitions can be pooled, as
 * calibration errors have to be: small bins bias each, and their mean keeps the bias.
 */
export function packForecasts({ data, rows, columns }: Matrix, truth: ArrayLike<number>): string {
  const event = columns === 2 ? new Int32Array(rows).fill(1) : mostProbable({ data, rows, columns });
  const packed = Float32Array.from(event, (number, row) => {
    const probability = data[row * columns + number];
    return truth[row] === number ? probability : -probability;
  });
  return Buffer.from(packed.buffer).toString("base64");
}

/** The forecasts of several texts, one after the other. */
export function unpackForecasts(texts: readonly string[]): Forecasts {
  // The bytes of a Buffer may begin anywhere in a larger one.
  const packed = new Float32Array(
    new Uint8Array(Buffer.concat(texts.map((text) => Buffer.from(text, "base64")))).buffer,
  );
  return {
    probability: packed.map(Math.abs),
    happened: Uint8Array.from(packed, (value) => (value < 0 || Object.is(value, -0) ? 0 : 1)),
  };
}
