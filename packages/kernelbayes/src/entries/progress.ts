/** How far long work has come: for displays, and for work of one's own. */
export { timeLeft } from "../run/timeLeft.ts";
export { share, stages } from "../run/share.ts";
export { pause, type OverallProgress, type Pause, type Step } from "../run/work.ts";
