/** What Vite, which serves the tests in Node and in pages, puts in the place of files that are read by name. */
interface ImportMeta {
  /** The modules under the paths that match, loaded at once; text files by `query: "?raw"`. */
  glob<Module>(
    pattern: string,
    options: { readonly eager: true; readonly import: "default"; readonly query?: "?raw" },
  ): Record<string, Module>;
  /** The paths that match, each with the function that would load it. */
  glob(pattern: string): Record<string, () => Promise<unknown>>;
}
