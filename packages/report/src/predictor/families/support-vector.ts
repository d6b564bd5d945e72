import {
  bayesianTrigonometric,
  gaussianProcess,
  kernelLogistic,
  logistic,
  supportVector,
  trigonometric,
} from "kernelbayes";
import { servePredictor } from "../servePredictor.ts";

servePredictor([bayesianTrigonometric, gaussianProcess, kernelLogistic, logistic, supportVector, trigonometric]);
