import { linearDiscriminant, quadraticDiscriminant, shrunkenDiscriminant } from "kernelbayes";
import { servePredictor } from "../servePredictor.ts";

servePredictor([linearDiscriminant, quadraticDiscriminant, shrunkenDiscriminant]);
