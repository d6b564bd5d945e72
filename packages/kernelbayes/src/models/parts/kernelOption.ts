import { kernelFromDocument } from "../../kernels/index.ts";
import type { Kernel, KernelDocument } from "../../kernels/kernel.ts";

/** The kernel that an option gives, itself or as a document. */
export function kernelOption(kernel: Kernel | KernelDocument): Kernel {
  return typeof kernel === "object" && kernel !== null && "matrix" in kernel && typeof kernel.matrix === "function"
    ? (kernel as Kernel)
    : kernelFromDocument(kernel);
}
