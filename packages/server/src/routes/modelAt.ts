import type { FastifyRequest } from "fastify";
import type { Context } from "../http/context.ts";
import type { ServedModel } from "../models/servedModel.ts";

/** The model that an address names, and its version if the address names one. */
interface ModelAddress {
  readonly name: string;
  readonly version?: string;
}

/** The model that the address of a request names. If it is not loaded yet, the request waits for it as others do for predictions. */
export function modelAt({ store, scheduler }: Context, { params }: FastifyRequest): ServedModel | Promise<ServedModel> {
  const { name, version } = params as ModelAddress;
  const found = store.get(name, version);
  return found instanceof Promise ? scheduler.loaded(found) : found;
}
