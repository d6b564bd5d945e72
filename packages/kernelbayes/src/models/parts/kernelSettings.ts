import type { Kernel } from "../../kernels/kernel.ts";
import { invalidOption } from "./options.ts";

/** What is asked of the kernel of a model that searches it from several starts. */
export interface KernelSettings {
  readonly kernel: Kernel | undefined;
  readonly ard: boolean;
  readonly starts: readonly number[];
}

/** Refuses relevance of columns for a kernel that is given, and a search without a start; a kernel that is given is a start. */
export function checkKernelSettings(model: string, { kernel, ard, starts }: KernelSettings): void {
  if (ard && kernel) {
    const expected = 'false where a kernel is given, which has the relevance "each" by its own options';
    throw invalidOption(model, "ard", expected, ard);
  }
  if (!kernel && starts.length === 0) {
    throw invalidOption(model, "starts", "a list of 1 to 100 positive numbers where no kernel is given", starts);
  }
}
