/** A command of a case, and the lines of its output that matter; without patterns all but progress. */
export interface UseCommand {
  readonly command: string;
  readonly keep?: readonly RegExp[];
}

/** Something that a new user met: what they did, what happened then, and the commands that show what happens now. */
export interface UseCase {
  readonly number: string;
  readonly title: string;
  /** What happened when it was found. */
  readonly before: string;
  readonly run: readonly UseCommand[];
  /** What the figures of the commands say, or where a test or a page shows more. */
  readonly now: string;
}

/** Lines of the three scores that matter most. */
export const scores: readonly RegExp[] = [/^error /, /^log loss /, /^AUC /];
