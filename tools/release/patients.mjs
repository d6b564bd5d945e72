/** A made table of patients, the same each time: two columns that matter, one that does not, a category, and some missing cells. */
export function patients(rows, { labelled }) {
  let state = labelled ? 1 : 2;
  const uniform = () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
  const normal = () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
  const lines = Array.from({ length: rows }, (_, row) => {
    const isIll = uniform() < 0.4;
    const cells = [
      (50 + 10 * normal() + (isIll ? 8 : 0)).toFixed(0),
      row % 17 === 3 ? "" : (5 + normal() + (isIll ? 2 : 0)).toFixed(2),
      normal().toFixed(3),
      uniform() < (isIll ? 0.7 : 0.4) ? "yes" : "no",
    ];
    return [...cells, ...(labelled ? [isIll ? "ill" : "healthy"] : [])].join(",");
  });
  return [`age,marker,noise,smoker${labelled ? ",diagnosis" : ""}`, ...lines, ""].join("\n");
}
