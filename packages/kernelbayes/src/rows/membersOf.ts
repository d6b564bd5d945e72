/** The rows of each group, in the order in which the groups occur. */
export function membersOf(groups: Int32Array): Int32Array[] {
  const rows = new Map<number, number[]>();
  groups.forEach((group, row) => {
    const own = rows.get(group);
    if (own) own.push(row);
    else rows.set(group, [row]);
  });
  return [...rows.values()].map((own) => Int32Array.from(own));
}
