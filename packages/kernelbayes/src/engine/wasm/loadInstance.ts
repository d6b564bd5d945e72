import { EnvironmentError } from "../../errors.ts";
import { relaxedSimdDifference, simd128 } from "./bytes.generated.ts";
import type { Exports } from "./exports.ts";
import { workspace, type Workspace } from "./workspace.ts";
import { bytesFromDifference, bytesFromText } from "./bytesFromText.ts";

/**
 * The builds of the module: 128-bit vectors everywhere, or with fused multiply-add where the runtime knows relaxed
 * SIMD.
 */
export type WasmBuild = "simd128" | "relaxed-simd";

/** One running module with the memory that its callers share. */
export interface Instance {
  readonly build: WasmBuild;
  readonly exports: Exports;
  readonly workspace: Workspace;
  /** The module once more with memory of its own, for what stays: it goes with whoever holds it. */
  another(): Pick<Instance, "exports" | "workspace">;
}

const instances = new Map<WasmBuild, Instance>();

/** The builds that this runtime accepts, the faster one first. */
export function supportedBuilds(): WasmBuild[] {
  if (typeof WebAssembly === "undefined") return [];
  return (["relaxed-simd", "simd128"] as const).filter((build) => WebAssembly.validate(bytesOf(build)));
}

/**
 * The instance of a build (the fastest supported one by default), made at the first call and shared by all later ones.
 */
export function instanceOf(build: WasmBuild = fastestBuild()): Instance {
  requireSupported(build);
  return instances.get(build) ?? remember(build, new WebAssembly.Module(bytesOf(build)));
}

/** As `instanceOf`, compiled without blocking; pages may refuse to compile on their main thread otherwise. */
export async function loadInstance(build: WasmBuild = fastestBuild()): Promise<Instance> {
  requireSupported(build);
  const present = instances.get(build);
  if (present) return present;
  const { module, instance } = await WebAssembly.instantiate(bytesOf(build));
  return instances.get(build) ?? remember(build, module, instance);
}

function remember(build: WasmBuild, module: WebAssembly.Module, first = new WebAssembly.Instance(module)): Instance {
  const result = { build, ...parts(first), another: () => parts(new WebAssembly.Instance(module)) };
  instances.set(build, result);
  return result;
}

function parts(instance: WebAssembly.Instance): Pick<Instance, "exports" | "workspace"> {
  const exports = instance.exports as unknown as Exports;
  return { exports, workspace: workspace(exports.memory, exports.heapBase()) };
}

function fastestBuild(): WasmBuild {
  return supportedBuilds()[0] ?? "simd128";
}

function requireSupported(build: WasmBuild): void {
  if (supportedBuilds().includes(build)) return;
  const known = supportedBuilds();
  throw new EnvironmentError(
    "engine-not-supported",
    `This runtime cannot run the ${build} build of the WebAssembly engine; it supports ${known.length === 0 ? "none" : known.join(", ")}.`,
    "Choose another build or the reference engine.",
  );
}

/** The module of a build. */
export function bytesOf(build: WasmBuild): Uint8Array<ArrayBuffer> {
  const base = bytesFromText(simd128);
  return build === "simd128" ? base : bytesFromDifference(base, bytesFromText(relaxedSimdDifference));
}
