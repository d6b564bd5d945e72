import { kernelFromDocument, kernels, type PlainKernelName } from "../../kernels/index.ts";
import type { Kernel, KernelDocument } from "../../kernels/kernel.ts";
import type { OptionKind } from "./optionKinds.ts";

/** What the option `kernel` of a model takes: a kernel, its document, or the name of a kernel that needs no arguments. */
export type KernelChoice = Kernel | KernelDocument | PlainKernelName;

/** The option `kernel`, read. A name remains one, so that the document of the model has it. */
export type KernelSetting = Kernel | PlainKernelName;

/** Reads the option. An unknown name gives undefined; a document, or a name, that lacks something is refused by the reader of documents. */
export function kernelOption(choice: KernelChoice): KernelSetting | undefined {
  if (typeof choice === "string") {
    if (!Object.hasOwn(kernels, choice)) return undefined;
    kernelFromDocument({ kind: choice });
    return choice;
  }
  return typeof choice === "object" && choice !== null && "matrix" in choice && typeof choice.matrix === "function"
    ? (choice as Kernel)
    : kernelFromDocument(choice);
}

/** A kernel, its document or its name; a wrong document is refused by the message of the kernels. */
/* @__NO_SIDE_EFFECTS__ */
export function kernelOfAnyForm(): OptionKind<KernelChoice, KernelSetting> {
  return {
    type: "kernel",
    choices: [],
    alternatives: [
      "a kernel",
      "its document",
      `the name of a kernel that needs no arguments (${plainKernelNames().join(", ")})`,
    ],
    read: (value) =>
      typeof value === "string" || (typeof value === "object" && value !== null)
        ? kernelOption(value as KernelChoice)
        : undefined,
  };
}

/**
 * The kernel of a setting, undefined where it is the model's default. "gaussian" names that default, whose parameters are
 * chosen as if the option were left out. Any other name is that kernel with its default parameters, inside of what the model
 * puts around its default kernel.
 */
export function chosenKernel(
  setting: KernelSetting | undefined,
  around: (kernel: Kernel) => Kernel = (kernel) => kernel,
): Kernel | undefined {
  if (typeof setting !== "string") return setting;
  return setting === "gaussian" ? undefined : around(kernelFromDocument({ kind: setting }));
}

const needArguments: readonly string[] = ["precomputed", "sum", "product", "scale", "columns"];

/** The names of the kernels that need no arguments. */
export function plainKernelNames(): PlainKernelName[] {
  return Object.keys(kernels).filter((name): name is PlainKernelName => !needArguments.includes(name));
}
