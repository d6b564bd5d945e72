/** What Vite, which serves the tests in Node and in pages, puts in the place of files that are read by name. */
interface ImportMeta {
  /** The modules under the paths that match, loaded at once; text files by `query: "?raw"`, bytes as `data:` addresses. */
  glob<Module>(
    pattern: string,
    options: { readonly eager: true; readonly import: "default"; readonly query?: "?raw" | "?url&inline" },
  ): Record<string, Module>;
  /** The paths that match, each with the function that would load it. */
  glob(pattern: string): Record<string, () => Promise<unknown>>;
}

/** The text of a file, as Vite gives it. */
declare module "*?raw" {
  const text: string;
  export default text;
}
