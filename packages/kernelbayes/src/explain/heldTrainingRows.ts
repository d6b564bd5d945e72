import { columnGroups } from "../encoding/encoding.ts";
import type { Matrix } from "../engine/matrix.ts";
import type { Posterior } from "../posterior/posterior.ts";

/**
 * The encoded training rows that a posterior holds, if it holds all of them: kernel machines that lean on every row do, as does a combination with such a member. Support vectors and a basis
 * are a choice of rows, which does not show what is usual.
 */
export function heldTrainingRows({
  numeric,
  training,
  encoding,
}: Pick<Posterior, "numeric" | "training" | "encoding">): Matrix | undefined {
  const width = columnGroups(encoding).length;
  const sums = numeric.expansion?.().sums.map(({ rows }) => rows) ?? numeric.heldRows?.() ?? [];
  return sums.find(({ rows, columns }) => rows === training.rows.length && columns === width);
}
