import { finiteNumber, list, positive, record, that, type Codec } from "../codec.ts";
import { sketchFeatures, type RowSketch } from "./rowSketch.ts";

/** The sketch of the training rows in a document. */
export const rowSketchCodec: Codec<RowSketch> = record({
  rows: positive,
  width: positive,
  mean: that(list(finiteNumber), `${sketchFeatures} numbers`, (mean) => mean.length === sketchFeatures),
  moments: that(
    list(finiteNumber),
    "three numbers of at least 0",
    (moments) => moments.length === 3 && moments.every((moment) => moment >= 0),
  ),
});
