import type { Table } from "../table/table.ts";
import { banana } from "./banana.ts";
import { bumpy } from "./bumpy.ts";
import { chuOne, chuTwo } from "./chuOne.ts";
import { circles } from "./circles.ts";
import type { GeneratorOptions } from "./labelledTable.ts";
import { iris } from "./iris.ts";
import { linTen } from "./linTen.ts";
import { overlap } from "./overlap.ts";
import { relevance } from "./relevance.ts";
import { ringnorm } from "./ringnorm.ts";
import { ripley } from "./ripley.ts";
import { torus } from "./torus.ts";
import { twoClouds } from "./twoClouds.ts";
import { twonorm } from "./twonorm.ts";
import { twoSpirals } from "./twoSpirals.ts";
import { waveform } from "./waveform.ts";
import { xor } from "./xor.ts";

/** A data set of the catalogue. */
export interface Dataset {
  /** A few words for lists and help texts. */
  readonly text: string;
  /** The label column. */
  readonly target: string;
  /** The table; measured data take no options. */
  make(options?: GeneratorOptions): Table;
}

export type DatasetName =
  | "iris"
  | "twoClouds"
  | "twonorm"
  | "ringnorm"
  | "waveform"
  | "banana"
  | "twoSpirals"
  | "torus"
  | "ripley"
  | "overlap"
  | "bumpy"
  | "relevance"
  | "chuOne"
  | "chuTwo"
  | "linTen"
  | "xor"
  | "circles";

/** All data sets by name. */
export const datasets: Readonly<Record<DatasetName, Dataset>> = {
  iris: { text: "150 flowers of three species, four lengths in centimetres", target: "species", make: iris },
  twoClouds: { text: "two normal clouds with given means and covariances", target: "class", make: twoClouds },
  twonorm: { text: "20 columns, two round normals; Bayes error 2.3 %", target: "class", make: twonorm },
  ringnorm: {
    text: "20 columns, a small normal inside a wide one; Bayes error 1.2 %",
    target: "class",
    make: ringnorm,
  },
  waveform: { text: "21 columns, noisy mixtures of three waves", target: "class", make: waveform },
  banana: { text: "two interleaved crescents", target: "class", make: banana },
  twoSpirals: { text: "two intertwined spirals of three turns", target: "class", make: twoSpirals },
  torus: { text: "a ball inside a ring", target: "class", make: torus },
  ripley: { text: "two mixtures of two normals; Bayes error 8.9 %", target: "class", make: ripley },
  overlap: { text: "two overlapping normals that differ in the second column", target: "class", make: overlap },
  bumpy: { text: "two elongated normals at right angles", target: "class", make: bumpy },
  relevance: { text: "bands of the second column, the first being noise", target: "class", make: relevance },
  chuOne: { text: "one column, two normals, and an outlier on demand", target: "class", make: chuOne },
  chuTwo: { text: "two elongated normals side by side", target: "class", make: chuTwo },
  linTen: { text: "unbalanced classes of unequal spread, ten to one", target: "class", make: linTen },
  xor: { text: "four clouds labelled by the sign of the product", target: "class", make: xor },
  circles: { text: "two noisy concentric circles", target: "class", make: circles },
};

export type { BananaOptions } from "./banana.ts";
export type { ChuOneOptions } from "./chuOne.ts";
export type { CirclesOptions } from "./circles.ts";
export type { GeneratorOptions, TwoClassOptions } from "./labelledTable.ts";
export type { OverlapOptions } from "./overlap.ts";
export type { ByClass, TwoCloudsOptions } from "./twoClouds.ts";
export type { TwoSpiralsOptions } from "./twoSpirals.ts";
export type { WaveformOptions } from "./waveform.ts";
export type { XorOptions } from "./xor.ts";
export {
  banana,
  bumpy,
  chuOne,
  chuTwo,
  circles,
  iris,
  linTen,
  overlap,
  relevance,
  ringnorm,
  ripley,
  torus,
  twoClouds,
  twonorm,
  twoSpirals,
  waveform,
  xor,
};
