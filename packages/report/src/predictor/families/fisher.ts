import {
  bayesianFisher,
  bayesianKernelFisher,
  bayesianLeastSquaresSupportVector,
  kernelFisher,
  kernelRidge,
  leastSquaresSupportVector,
  linearBayesianFisher,
  optimallyRegularizedFisher,
  recursiveFeatureMachine,
} from "kernelbayes";
import { servePredictor } from "../servePredictor.ts";

servePredictor([
  bayesianFisher,
  bayesianKernelFisher,
  bayesianLeastSquaresSupportVector,
  kernelFisher,
  kernelRidge,
  leastSquaresSupportVector,
  linearBayesianFisher,
  optimallyRegularizedFisher,
  recursiveFeatureMachine,
]);
