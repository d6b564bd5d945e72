/** What a coordinator is to do. */
export interface ChaosPlan {
  readonly url: string;
  readonly service: string;
  /** Where the results go. */
  readonly file: string;
  /** Jobs, and how long each takes. */
  readonly count: number;
  readonly milliseconds: number;
  /** Where jobs note that they have run. */
  readonly note: string;
}

/** The input of a job: it waits, and gives its number times the sum of the rows. */
export interface ChaosJob {
  readonly number: number;
  readonly milliseconds: number;
  readonly note: string;
  readonly rows: { readonly data: Float64Array };
}

/** What a job gives. */
export function expectedOutput(number: number): number {
  return number * 20_000 * ((number % 3) + 1);
}

/** The task of the jobs, for the script of the processes. */
export const chaosTasks = `{
  *chaos({ number, milliseconds, note, rows }) {
    wait(milliseconds);
    appendFileSync(note, number + "\\n");
    return number * rows.data.reduce((sum, value) => sum + value, 0);
  },
}`;
