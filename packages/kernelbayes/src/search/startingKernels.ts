import type { Kernel } from "../kernels/kernel.ts";
import { withWidth } from "./searchBounds.ts";

export interface StartingWidths {
  /** 1/ℓ² over the median squared distance of two rows, for each start. */
  readonly starts: readonly number[];
  readonly squaredDistance: number;
  /** Whether the kernel is one that was asked for, so that its own values are a start too. */
  readonly isGiven: boolean;
}

/** The kernels that searches start from: as it is, where it was given or has no free width, and then at the widths of the starts. */
export function startingKernels(kernel: Kernel, { starts, squaredDistance, isGiven }: StartingWidths): Kernel[] {
  const widths = starts.flatMap((start) => withWidth(kernel, start / squaredDistance) ?? []);
  return isGiven || widths.length === 0 ? [kernel, ...widths] : widths;
}
