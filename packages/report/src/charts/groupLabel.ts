import type { RenderFunction } from "@observablehq/plot";

/** The option by which the group of a mark carries a name, for those who cannot see it and for style sheets. */
export function groupLabel(label: string): { readonly render: RenderFunction } {
  return {
    render(index, scales, values, dimensions, context, next) {
      const group = next?.(index, scales, values, dimensions, context) ?? null;
      group?.setAttribute("aria-label", label);
      return group;
    },
  };
}
