// Figures about the sources of the library, as the table at the end of docs/design.md.
//
//     node tools/houseFigures.mjs [ROOT …]
//
// Each ROOT is a checkout of the repository (default: this one), so that two states are measured by the same program.
import { readFileSync, readdirSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

/** Models whose import closure is measured, by the name of the function that makes them. */
const factories = {
  lda: "linearDiscriminant",
  lssvm: "leastSquaresSupportVector",
  btsvc: "bayesianTrigonometric",
  bkpc: "kernelProjections",
  auto: "auto",
};

/** The folders that hold models and what they share; `inference` before the files were regrouped. */
const sharedFolders = ["models", "inference", "rows", "search", "calibration"];

const longFile = 400;
const longFunction = 50;

const roots = process.argv.length > 2 ? process.argv.slice(2) : [fileURLToPath(new URL("..", import.meta.url))];
const columns = roots.map((root) => figuresOf(readSources(join(resolve(root), "packages/kernelbayes/src"))));
console.log(`| | ${roots.map((root) => basename(resolve(root))).join(" | ")} |`);
console.log(`| --- | ${roots.map(() => "---:").join(" | ")} |`);
for (const what of Object.keys(columns[0])) {
  console.log(`| ${what} | ${columns.map((figures) => figures[what]).join(" | ")} |`);
}

/** Every source file by its path: its name from the folder of sources, its lines, its syntax tree. */
function readSources(folder) {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"));
  return new Map(
    names.toSorted().map((name) => {
      const path = join(folder, name);
      const text = readFileSync(path, "utf8");
      const lines = text.split("\n").length - (text.endsWith("\n") ? 1 : 0);
      return [path, { name, lines, tree: ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true) }];
    }),
  );
}

function figuresOf(sources) {
  const all = [...sources.values()];
  const written = all.filter(({ name }) => !/\.(generated|d)\.ts$/.test(name));
  return {
    files: all.length,
    lines: sum(all.map(({ lines }) => lines)),
    "of these code, imports, comments, blank": kindsOf(all),
    "most files in a folder": largestFolder(all),
    "largest file, lines": largestFile(written),
    [`files above ${longFile} lines`]: written.filter(({ lines }) => lines > longFile).length,
    [`functions above ${longFunction} lines`]: sum(written.map(({ tree }) => longFunctions(tree))),
    "files that export their own name": shareWithOwnName(written),
    ...Object.fromEntries(
      Object.entries(factories).map(([name, factory]) => [`closure of \`${name}\``, closureOf(sources, factory)]),
    ),
    "other source files that name `lssvm`": naming(all, "lssvm", factories.lssvm),
  };
}

function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}

/** How many lines are code, imports, comments alone and blank. A line that has both is code. */
function kindsOf(files) {
  const counts = { code: 0, imports: 0, comments: 0, blank: 0 };
  for (const { tree, lines } of files) {
    const kinds = new Array(lines).fill("blank");
    const lineAt = (position) => tree.getLineAndCharacterOfPosition(position).line;
    const mark = (start, end, kind) => kinds.fill(kind, lineAt(start), lineAt(end) + 1);
    for (const { pos, end } of commentsOf(tree)) mark(pos, end, "comments");
    const visit = (node) => {
      const parts = node.getChildren(tree).filter((part) => !ts.isJSDoc(part));
      if (parts.length === 0 && node.end > node.getStart(tree)) mark(node.getStart(tree), node.end, "code");
      parts.forEach(visit);
    };
    visit(tree);
    for (const node of tree.statements) {
      if (ts.isImportDeclaration(node) || (ts.isExportDeclaration(node) && node.moduleSpecifier)) {
        mark(node.getStart(tree), node.end, "imports");
      }
    }
    for (const kind of kinds) counts[kind]++;
  }
  return Object.values(counts).join(", ");
}

/** The comments before each token, and those behind one on its line. */
function commentsOf(tree) {
  const text = tree.getFullText();
  const found = [];
  const visit = (node) => {
    found.push(...(ts.getLeadingCommentRanges(text, node.pos) ?? []));
    node.getChildren(tree).forEach(visit);
  };
  visit(tree);
  return found;
}

function largestFile(files) {
  const [largest] = files.toSorted((a, b) => b.lines - a.lines);
  return `${largest.lines} (\`${largest.name}\`)`;
}

function largestFolder(files) {
  const counts = new Map();
  for (const { name } of files) counts.set(dirname(name), (counts.get(dirname(name)) ?? 0) + 1);
  const [[folder, count]] = [...counts].toSorted(([, a], [, b]) => b - a);
  return `${count} (\`${folder}\`)`;
}

/** Functions, methods and closures whose text covers more lines than `longFunction`, without the comment above them. */
function longFunctions(tree) {
  let count = 0;
  const visit = (node) => {
    if (ts.isFunctionLike(node) && node.body) {
      const first = tree.getLineAndCharacterOfPosition(node.getStart(tree)).line;
      const last = tree.getLineAndCharacterOfPosition(node.end).line;
      if (last - first + 1 > longFunction) count++;
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return count;
}

/** How many files export the name that they carry, in any case; `index.ts` lists and is not counted. */
function shareWithOwnName(files) {
  const counted = files.filter(({ name }) => basename(name) !== "index.ts");
  const own = counted.filter(({ name, tree }) => {
    const wanted = basename(name, ".ts").toLowerCase();
    return exportedNames(tree).some((exported) => exported.toLowerCase() === wanted);
  });
  return `${own.length} of ${counted.length} (${((100 * own.length) / counted.length).toFixed(1)} %)`;
}

function exportedNames(tree) {
  return tree.statements.flatMap((statement) => {
    if (ts.isExportDeclaration(statement) && statement.exportClause && ts.isNamedExports(statement.exportClause)) {
      return statement.exportClause.elements.map((element) => element.name.text);
    }
    const modifiers = ts.canHaveModifiers(statement) ? ts.getModifiers(statement) : undefined;
    if (!modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) return [];
    if (ts.isVariableStatement(statement)) {
      return statement.declarationList.declarations.map(({ name }) => name.getText(tree));
    }
    return statement.name ? [statement.name.text] : [];
  });
}

/** The files that a model reaches by its imports, types included: those in the shared folders, and all. */
function closureOf(sources, factory) {
  const start = [...sources].find(([, { tree }]) => declaresFunction(tree, factory));
  if (!start) throw new Error(`No source file declares the function ${factory}.`);
  const reached = new Set([start[0]]);
  for (const path of reached) for (const imported of importsOf(sources, path)) reached.add(imported);
  const shared = [...reached].filter((path) => sharedFolders.includes(sources.get(path).name.split(/[\\/]/)[0]));
  const lines = sum(shared.map((path) => sources.get(path).lines));
  return `${shared.length} files, ${lines} lines (${reached.size} files in all layers)`;
}

function declaresFunction(tree, name) {
  return tree.statements.some((statement) => ts.isFunctionDeclaration(statement) && statement.name?.text === name);
}

function importsOf(sources, path) {
  return sources
    .get(path)
    .tree.statements.filter((node) => ts.isImportDeclaration(node) || ts.isExportDeclaration(node))
    .flatMap(({ moduleSpecifier }) => (moduleSpecifier ? [join(dirname(path), moduleSpecifier.text)] : []))
    .filter((target) => sources.has(target));
}

/** The files, beside the model's own, in whose code the model or its factory is named; comments do not count. */
function naming(files, name, factory) {
  return files.filter(({ tree }) => !declaresFunction(tree, factory) && names(tree, [name, factory])).length;
}

function names(tree, wanted) {
  let isNamed = false;
  const visit = (node) => {
    if ((ts.isIdentifier(node) || ts.isStringLiteral(node)) && wanted.includes(node.text)) isNamed = true;
    if (!isNamed) ts.forEachChild(node, visit);
  };
  visit(tree);
  return isNamed;
}
