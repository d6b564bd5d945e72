import { neededColumns } from "kernelbayes/predict";
import type { z } from "zod";
import { inputTensors, outputTensors } from "../answers/outputTensors.ts";
import type { ModelState } from "../models/modelStore.ts";
import type { ServedModel } from "../models/servedModel.ts";
import type { modelDescription, modelList, modelMetadata } from "./schemas.ts";

/** What a model is, which columns it needs, and what is known of it. */
export function describeModel({ name, version, hash, since, front }: ServedModel): z.infer<typeof modelDescription> {
  const { model, target, classes, classRows, rows, encoding, intervals, hasSets, warnings, library, engine, seed } =
    front;
  return {
    name,
    version,
    hash,
    since: new Date(since).toISOString(),
    model,
    target,
    classes: classes.map((label, number) => ({ name: label, rows: classRows[number] })),
    rows,
    columns: neededColumns(front) as unknown as Record<string, unknown>[],
    missing: encoding.missing,
    unseen: encoding.unseen,
    intervals,
    sets: hasSets,
    warnings: warnings.map(({ code, message }) => ({ code, message })),
    library,
    engine,
    seed,
  };
}

/** The metadata of the Open Inference Protocol. */
export function describeTensors(
  { name, version, front }: ServedModel,
  versions: readonly ModelState[],
): z.infer<typeof modelMetadata> {
  const { usual, onRequest } = outputTensors(front);
  return {
    name,
    versions: versions.map((one) => one.version),
    platform: `kernelbayes_${front.model.name}`,
    inputs: inputTensors(front).map(plain),
    outputs: usual.map(plain),
    parameters: { version, target: front.target, classes: front.classes, outputs_on_request: onRequest.map(plain) },
  };
}

/** The models there are, and what is wrong with their files. */
export function listModels(models: readonly ModelState[]): z.infer<typeof modelList> {
  return {
    models: models.map(({ name, version, state, served, refused }) => ({
      name,
      version,
      state,
      ...(served && { hash: served.hash, since: new Date(served.since).toISOString() }),
      ...(refused && { problem: refused }),
    })),
  };
}

function plain<Shape extends { readonly shape: readonly number[] }>(tensor: Shape): Shape & { shape: number[] } {
  return { ...tensor, shape: [...tensor.shape] };
}
