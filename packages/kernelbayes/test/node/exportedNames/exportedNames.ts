import { fileURLToPath } from "node:url";
import ts from "typescript";

const root = fileURLToPath(new URL("../../../../../", import.meta.url));

/** The sources of everything that can be imported, by the name it is imported by. */
export const entryPoints: Readonly<Record<string, string>> = {
  kernelbayes: "packages/kernelbayes/src/index.ts",
  "kernelbayes/compare": "packages/kernelbayes/src/compare/index.ts",
  "kernelbayes/data": "packages/kernelbayes/src/data/index.ts",
  "kernelbayes/diagnose": "packages/kernelbayes/src/diagnose/index.ts",
  "kernelbayes/engine": "packages/kernelbayes/src/entries/engine.ts",
  "kernelbayes/errors": "packages/kernelbayes/src/entries/errors.ts",
  "kernelbayes/kernels": "packages/kernelbayes/src/kernels/index.ts",
  "kernelbayes/models": "packages/kernelbayes/src/entries/models.ts",
  "kernelbayes/numeric": "packages/kernelbayes/src/entries/numeric.ts",
  "kernelbayes/optimize": "packages/kernelbayes/src/optimize/index.ts",
  "kernelbayes/table": "packages/kernelbayes/src/entries/table.ts",
  "kernelbayes/browser": "packages/kernelbayes/src/browser/index.ts",
  "kernelbayes/browserWorker.js": "packages/kernelbayes/src/browser/worker.ts",
  "kernelbayes/standalone": "packages/kernelbayes/src/browser/standalone.ts",
  "kernelbayes/check": "packages/kernelbayes/src/entries/check.ts",
  "kernelbayes/chunks": "packages/kernelbayes/src/entries/chunks.ts",
  "kernelbayes/evaluate": "packages/kernelbayes/src/entries/evaluate.ts",
  "kernelbayes/explain": "packages/kernelbayes/src/entries/explain.ts",
  "kernelbayes/excel": "packages/kernelbayes/src/entries/excel.ts",
  "kernelbayes/executors": "packages/kernelbayes/src/entries/executors.ts",
  "kernelbayes/predict": "packages/kernelbayes/src/entries/predict.ts",
  "kernelbayes/node": "packages/kernelbayes/src/node/index.ts",
  "kernelbayes/progress": "packages/kernelbayes/src/entries/progress.ts",
  "kernelbayes/testing": "packages/kernelbayes/src/testing/index.ts",
  "@kernelbayes/report": "packages/report/src/index.ts",
  "@kernelbayes/report/node": "packages/report/src/node.ts",
  "@kernelbayes/report/page": "packages/report/src/pageParts.ts",
  "@kernelbayes/report/parts": "packages/report/src/parts.ts",
  "@kernelbayes/experiment": "packages/experiment/src/index.ts",
  "@kernelbayes/experiment/node": "packages/experiment/src/node/index.ts",
  "@kernelbayes/cluster": "packages/cluster/src/index.ts",
};

/**
 * Lines of the form `name: kind type`, sorted, for every entry point. Types are printed by name, without any path. What an entry
 * point exports again is described once, by the first that has it under the same name.
 */
export function exportedNames(): ReadonlyMap<string, readonly string[]> {
  const config = ts.readConfigFile(`${root}packages/kernelbayes/tsconfig.json`, ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config.config, ts.sys, `${root}packages/kernelbayes`);
  const program = ts.createProgram(
    Object.values(entryPoints).map((path) => root + path),
    {
      ...options,
      noEmit: true,
      // The sources of the library also for the other packages, so that nothing has to be built.
      paths: Object.fromEntries(Object.entries(entryPoints).map(([name, path]) => [name, [root + path]])),
    },
  );
  const checker = program.getTypeChecker();
  const described = new Map<string, { readonly entry: string; readonly symbol: ts.Symbol }>();
  return new Map(
    Object.entries(entryPoints).map(([entry, path]) => {
      const source = program.getSourceFile(root + path);
      if (!source) throw new Error(`There is no file ${path}.`);
      const module = checker.getSymbolAtLocation(source);
      const symbols = module ? symbolsOf(checker, module, "") : [];
      const lines = symbols.flatMap(([name, symbol]) => {
        const earlier = described.get(name);
        if (earlier?.symbol === symbol) return [`${name}: as in ${earlier.entry}`];
        described.set(name, { entry, symbol });
        return linesOf(checker, name, symbol);
      });
      return [entry, lines.toSorted(compare)];
    }),
  );
}

/** Every exported name with what it stands for; those of a namespace with its name and a dot before them. */
function symbolsOf(checker: ts.TypeChecker, module: ts.Symbol, prefix: string): [string, ts.Symbol][] {
  return checker.getExportsOfModule(module).flatMap((exported): [string, ts.Symbol][] => {
    const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported;
    const name = `${prefix}${exported.name}`;
    return symbol.flags & ts.SymbolFlags.ValueModule ? symbolsOf(checker, symbol, `${name}.`) : [[name, symbol]];
  });
}

function linesOf(checker: ts.TypeChecker, name: string, symbol: ts.Symbol): string[] {
  const meanings = [...typeMeanings(checker, symbol), ...valueMeanings(checker, symbol)];
  if (meanings.length === 0) throw new Error(`${name} is neither a value nor a type.`);
  return meanings.map(({ generics = "", kind, type }) => `${name}${generics}: ${kind} ${canonical(type)}`);
}

interface Meaning {
  readonly generics?: string;
  readonly kind: "class" | "const" | "function" | "interface" | "type";
  readonly type: string;
}

function typeMeanings(checker: ts.TypeChecker, symbol: ts.Symbol): Meaning[] {
  const { Class, Interface, TypeAlias } = ts.SymbolFlags;
  if (!(symbol.flags & (Class | Interface | TypeAlias))) return [];
  const type = checker.getDeclaredTypeOfSymbol(symbol);
  const generics = genericsOf(symbol);
  if (symbol.flags & TypeAlias) {
    return [{ generics, kind: "type", type: printed(checker, type, ts.TypeFormatFlags.InTypeAlias) }];
  }
  const kind = symbol.flags & Class ? "class" : "interface";
  return [{ generics, kind, type: membersOf(checker, type, symbol) }];
}

function valueMeanings(checker: ts.TypeChecker, symbol: ts.Symbol): Meaning[] {
  const { Function, Variable, Enum, Class } = ts.SymbolFlags;
  if (!(symbol.flags & (Function | Variable | Enum)) || symbol.flags & Class) return [];
  const kind = symbol.flags & Function ? "function" : "const";
  return [{ kind, type: printed(checker, checker.getTypeOfSymbol(symbol)) }];
}

function genericsOf(symbol: ts.Symbol): string {
  const declaration = symbol.declarations?.find(
    (each) => ts.isInterfaceDeclaration(each) || ts.isTypeAliasDeclaration(each) || ts.isClassDeclaration(each),
  );
  const parameters = declaration?.typeParameters;
  return parameters ? `<${parameters.map((each) => oneLine(each.getText())).join(", ")}>` : "";
}

/** All members by name, those that are inherited included, but not those of the language itself. */
function membersOf(checker: ts.TypeChecker, type: ts.Type, symbol: ts.Symbol): string {
  const signatures = (of: ts.Type, kind: ts.SignatureKind): string[] =>
    checker.getSignaturesOfType(of, kind).map((each) => checker.signatureToString(each, undefined, flags));
  const made =
    symbol.flags & ts.SymbolFlags.Class
      ? signatures(checker.getTypeOfSymbol(symbol), ts.SignatureKind.Construct).map((each) => `new ${each}`)
      : [];
  const indexes = checker
    .getIndexInfosOfType(type)
    .map((info) => `[key: ${printed(checker, info.keyType)}]: ${printed(checker, info.type)}`);
  const properties = checker
    .getPropertiesOfType(type)
    .filter(({ declarations = [] }) => declarations.length === 0 || !declarations.every(isOfLanguage))
    .map((property) => propertyLine(checker, property))
    .toSorted();
  return `{ ${[...signatures(type, ts.SignatureKind.Call), ...made, ...indexes, ...properties].join("; ")} }`;
}

function propertyLine(checker: ts.TypeChecker, property: ts.Symbol): string {
  const isReadonly = (property.declarations ?? []).some(
    (each) => ts.getCombinedModifierFlags(each) & ts.ModifierFlags.Readonly,
  );
  const name = /^\w+$/.test(property.name) ? property.name : JSON.stringify(property.name.replace(/@\d+$/, ""));
  const optional = property.flags & ts.SymbolFlags.Optional ? "?" : "";
  return `${isReadonly ? "readonly " : ""}${name}${optional}: ${printed(checker, checker.getTypeOfSymbol(property))}`;
}

function isOfLanguage(declaration: ts.Declaration): boolean {
  return /node_modules\/(typescript|@types)\//.test(declaration.getSourceFile().fileName);
}

const flags = ts.TypeFormatFlags.NoTruncation | ts.TypeFormatFlags.UseAliasDefinedOutsideCurrentScope;

function printed(checker: ts.TypeChecker, type: ts.Type, more: ts.TypeFormatFlags = ts.TypeFormatFlags.None): string {
  return checker.typeToString(type, undefined, flags | more);
}

const printer = ts.createPrinter({ removeComments: true, omitTrailingSemicolon: true });

/**
 * A type as one line without the files that it comes from. The members of unions are sorted, since the compiler prints them in the
 * order in which it met them, which changes as files move. Parameters that a function takes apart are called `options`.
 */
function canonical(type: string): string {
  const text = `type T = ${type.replaceAll(/import\("[^"]*"\)\.?/g, "")}`;
  const source = ts.createSourceFile("type.ts", text, ts.ScriptTarget.Latest, true);
  const print = (node: ts.Node): string => oneLine(printer.printNode(ts.EmitHint.Unspecified, node, source));
  const { transformed } = ts.transform(source, [
    (context) => {
      const visit = (node: ts.Node): ts.Node => {
        const visited = ts.visitEachChild(node, visit, context);
        if (ts.isParameter(visited) && ts.isObjectBindingPattern(visited.name)) {
          const { dotDotDotToken, questionToken, type: ofOptions } = visited;
          return context.factory.createParameterDeclaration([], dotDotDotToken, "options", questionToken, ofOptions);
        }
        if (!ts.isUnionTypeNode(visited)) return visited;
        const members = visited.types.toSorted((a, b) => compare(print(a), print(b)));
        return context.factory.createUnionTypeNode(members);
      };
      return (file) => ts.visitEachChild(file, visit, context);
    },
  ]);
  const [statement] = transformed[0].statements;
  if (!ts.isTypeAliasDeclaration(statement)) throw new Error(`This is not a type: ${type}`);
  return print(statement.type);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ");
}
