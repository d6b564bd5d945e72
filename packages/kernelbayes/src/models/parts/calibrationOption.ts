import type { OddsCalibration } from "../../calibration/calibratedOdds.ts";
import { option, type Option } from "./option.ts";
import { words } from "./optionKinds.ts";

/** The option `calibration` of the models of log odds. */
/* @__NO_SIDE_EFFECTS__ */
export function calibrationOption(): Option<OddsCalibration> {
  return option(
    words("curve", "none"),
    "curve",
    "Whether log odds are corrected by a curve on those of left-out rows, or used as they are.",
  );
}
