/**
 * Holds the counts of the suite in Chromium, by file, against those of Node: the same tests have passed in each file that
 * ran in both, and none ran in Chromium alone. Returns a line for the summary, and a line for each difference.
 */
export function compareProjects(node, chromium, folder) {
  const nodeFiles = Object.keys(node).filter((file) => file.startsWith(folder));
  const nodeOnly = nodeFiles.filter((file) => !(file in chromium));
  const differences = Object.entries(chromium).flatMap(([file, { passed, failed, skipped }]) => {
    const there = node[file];
    if (there && passed === there.passed && failed === there.failed && skipped === there.skipped) return [];
    const inNode = there ? `${there.passed} passed, ${there.failed} failed, ${there.skipped} skipped` : "not run";
    return [`${file}: in Chromium ${passed} passed, ${failed} failed, ${skipped} skipped; in Node ${inNode}.`];
  });
  const sum = (counts, files) => files.reduce((total, file) => total + (counts[file]?.passed ?? 0), 0);
  const shared = Object.keys(chromium);
  if (shared.length === 0) differences.push("No test ran in Chromium.");
  const line =
    `Chromium: ${sum(chromium, shared)} tests, Node: ${sum(node, shared)} on the same files; ` +
    `Node only: ${sum(node, nodeOnly)} in ${nodeOnly.length} files`;
  return { line, differences };
}
