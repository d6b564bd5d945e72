import { kernelProjections, multinomialKernel } from "kernelbayes";
import { servePredictor } from "../servePredictor.ts";

servePredictor([kernelProjections, multinomialKernel]);
