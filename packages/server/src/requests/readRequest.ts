import type { ModelFront } from "../models/modelFront.ts";
import type { Asked, RawRequest } from "./asked.ts";
import { readInfer } from "./readInfer.ts";
import { readPredict } from "./readPredict.ts";

/** Reads and checks a request of either kind. */
export function readRequest(front: ModelFront, request: RawRequest): Asked {
  return request.kind === "predict" ? readPredict(front, request) : readInfer(front, request);
}
