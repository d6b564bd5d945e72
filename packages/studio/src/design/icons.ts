import type { Screen } from "../state/studio.svelte.ts";

/** Strokes of the pictures in the menu, on 16 × 16. */
export const icons: Readonly<Record<Screen | "more", string>> = {
  table: "M2 3.5h12v9H2zM2 6.5h12M2 9.5h12M6 3.5v9",
  fits: "M2 12.5c3 0 3-9 6-9s3 9 6 9M2 12.5h12",
  understand:
    "M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8zM8 6.2a1.8 1.8 0 1 0 0 3.6 1.8 1.8 0 0 0 0-3.6z",
  predict: "M2 5h6M12 5h2M10 3v4M2 11h2M8 11h6M6 9v4",
  keep: "M8 2v8M4.8 7 8 10.2 11.2 7M2.5 13.5h11",
  more: "M3 8h.01M8 8h.01M13 8h.01",
};
