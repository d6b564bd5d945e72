import { auto } from "kernelbayes";
import { servePredictor } from "../servePredictor.ts";

servePredictor([auto]);
