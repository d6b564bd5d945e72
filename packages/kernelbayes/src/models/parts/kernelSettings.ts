import type { Kernel } from "../../kernels/kernel.ts";
import { type KernelChoice, type KernelSetting, kernelOfAnyForm } from "./kernelOption.ts";
import { dependentOption, option, type Option, invalidOption } from "./option.ts";
import { flag, starts } from "./optionKinds.ts";

/** The option `kernel`, by default the Gaussian kernel. */
/* @__NO_SIDE_EFFECTS__ */
export function kernelOptionWith(text: string): Option<KernelChoice, KernelSetting | undefined> {
  return dependentOption(kernelOfAnyForm(), '"gaussian"', text);
}

/** The option `kernel` of a model that searches it; `around` is what the model puts a named kernel into, at its "…". */
/* @__NO_SIDE_EFFECTS__ */
export function searchedKernelOption(around = "…"): Option<KernelChoice, KernelSetting | undefined> {
  const [usual, text] = ['"gaussian"', "The kernel whose free parameters are searched"];
  if (around === "…") return kernelOptionWith(`${text}.`);
  const whole = `${usual}, which stands for ${around.replace("…", "gaussian()")}`;
  return dependentOption(kernelOfAnyForm(), whole, `${text}; a name is put inside of ${around}.`);
}

/** The option `ard`: automatic relevance determination. */
/* @__NO_SIDE_EFFECTS__ */
export function ardOption(): Option<boolean> {
  return option(
    flag(),
    false,
    "Whether each column has a length scale of its own, so that columns that do not matter are switched off.",
  );
}

/** The option `starts` of a search that begins at several widths; the list may be empty only if `least` is 0. */
/* @__NO_SIDE_EFFECTS__ */
export function widthStartsOption(usual: readonly number[], least: 0 | 1 = 1): Option<readonly number[]> {
  return option(
    starts(least),
    usual,
    "One over the squared length scales that searches start from, over the median squared distance of two rows.",
  );
}

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
