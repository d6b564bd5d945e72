/**
 * The colors of charts by name: ink for text and lines, the rest of Okabe and Ito, which people with any kind of color vision can
 * tell apart, and two for landscapes. With `colors: "page"` a style sheet changes them as `--chart-ink`, `--chart-blue` and so on.
 */
export const chartColors = {
  ink: "#1a1a1a",
  gray: "#7a7a7a",
  blue: "#0072b2",
  vermilion: "#d55e00",
  green: "#009e73",
  pink: "#cc79a7",
  orange: "#e69f00",
  sky: "#56b4e9",
  black: "#000000",
  purple: "#5e3c99",
  amber: "#e66101",
} as const;
