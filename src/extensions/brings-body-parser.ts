import { readFile } from 'node:fs/promises';
import { dirname, resolve, sep } from 'node:path';
import { errorCode, isObject } from '#base';
import type { HandlerFile } from './manifest.ts';

/** The specification's name for the handler that parses the body. */
const parserName = 'bodyParser';

/** Packages whose functions make body parsers, and those functions. */
const parserPackages: readonly unknown[] = ['express', 'body-parser'];
const parserFunctions: readonly unknown[] = ['json', 'urlencoded', 'raw', 'text'];

/**
 * Whether an endpoint brings its own body parser: a handler named `bodyParser`, one that uses a parser of `express`
 * or `body-parser`, or one that assigns `request.body`. Reads the handlers, and the extension's files that they
 * import. Runs no code. A file with a syntax error counts as none, since the build reports it.
 */
export async function bringsBodyParser(handlers: readonly HandlerFile[], root: string): Promise<boolean> {
  if (handlers.some(({ name }) => name === parserName)) return true;
  const sources = new Map<string, SourceFile>();
  for (const { file } of handlers) await readReachable(file, root, sources);
  // The parser of JavaScript takes longer to load than these texts.
  if (![...sources.values()].some(({ text }) => parserWords.test(text))) return false;
  const { parse } = await import('@babel/parser');
  const seen = new Set<string>();
  const parsesIn = (path: string): boolean => {
    const source = sources.get(path);
    if (source === undefined || seen.has(source.file)) return false;
    seen.add(source.file);
    const program = programOf(parse, source);
    if (program === undefined) return false;
    return hasParser(program) || ownImports(program).some((each) => parsesIn(resolve(dirname(source.file), each)));
  };
  return handlers.some(({ file }) => parsesIn(file));
}

interface SourceFile {
  readonly file: string;
  readonly text: string;
}

/** What every module with a body parser has in its text. Others may have it, too. */
const parserWords = /express|body-parser|\breq(?:uest)?\s*\.\s*body\s*=/;

/** Every text that may be the specifier of a module of the extension. Comments may have some, too. */
const specifiers = /(['"`])(\.\.?(?:\/[^'"`\n]*)?)\1/g;

/** Reads a module of the extension, and the modules that it may import, under the paths that imports have for them. */
async function readReachable(path: string, root: string, sources: Map<string, SourceFile>): Promise<void> {
  if (sources.has(path) || !path.startsWith(`${root}${sep}`)) return;
  const source = await readSource(path);
  if (source === undefined) return;
  sources.set(path, source);
  for (const [, , specifier = ''] of source.text.matchAll(specifiers))
    await readReachable(resolve(dirname(source.file), specifier), root, sources);
}

const endings = ['', '.ts', '.tsx', '.js', '.jsx', '.mts', '.mjs', '.cjs', '/index.ts', '/index.js'];

/** The module that an import means, as the bundler finds it. Undefined for what is no code. */
async function readSource(path: string): Promise<SourceFile | undefined> {
  const candidates = [...endings.map((ending) => `${path}${ending}`), path.replace(/\.js(x?)$/, '.ts$1')];
  for (const file of candidates.filter((each) => /\.[cm]?[jt]sx?$/.test(each))) {
    try {
      return { file, text: await readFile(file, 'utf8') };
    } catch (error) {
      if (!['ENOENT', 'EISDIR', 'ENOTDIR'].includes(errorCode(error) ?? '')) throw error;
    }
  }
  return undefined;
}

function programOf(parse: typeof import('@babel/parser').parse, { file, text }: SourceFile): unknown {
  try {
    const plugins: ('typescript' | 'jsx')[] = file.endsWith('x') ? ['typescript', 'jsx'] : ['typescript'];
    return parse(text, { sourceType: 'unambiguous', plugins }).program;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

type Node = Readonly<Record<string, unknown>>;

/** Calls `look` for each node of a syntax tree, until it says true. */
function some(node: unknown, look: (node: Node) => boolean): boolean {
  if (Array.isArray(node)) return node.some((each) => some(each, look));
  if (!isObject(node)) return false;
  if (typeof node.type === 'string' && look(node)) return true;
  return Object.entries(node).some(([key, child]) => key !== 'loc' && some(child, look));
}

/** Specifiers of the modules of its own that a module imports or exports again, apart from types. */
function ownImports(program: unknown): readonly string[] {
  const found: string[] = [];
  some(program, ({ type, source, callee, arguments: given, importKind, exportKind }) => {
    const isImport = /^(?:Import(?:Declaration|Expression)|Export(?:Named|All)Declaration)$/.test(String(type));
    if (isImport && importKind !== 'type' && exportKind !== 'type') found.push(textOf(source));
    if (type === 'CallExpression' && nameOf(callee) === 'require') found.push(textOf(firstOf(given)));
    return false;
  });
  return found.filter((specifier) => specifier.startsWith('.'));
}

function hasParser(program: unknown): boolean {
  const names = namesOfPackages(program);
  return some(program, (node) => {
    const { type, source, importKind, object, property, left, id, init } = node;
    if (type === 'ImportDeclaration' && importKind !== 'type' && parserPackages.includes(textOf(source)))
      return some(node.specifiers, isImportOfParser);
    if (type === 'MemberExpression' && isPackage(object, names)) return isParserName(property);
    if (type === 'VariableDeclarator' && isPackage(init, names))
      return some(id, (each) => each.type === 'ObjectProperty' && isParserName(each.key));
    return type === 'AssignmentExpression' && isBodyOfRequest(left);
  });
}

/** The names by which a module calls `express` and `body-parser` as a whole. */
function namesOfPackages(program: unknown): ReadonlySet<unknown> {
  const names = new Set<unknown>();
  some(program, ({ type, source, specifiers, id, init }) => {
    if (type === 'ImportDeclaration' && parserPackages.includes(textOf(source)) && Array.isArray(specifiers)) {
      const whole = specifiers.filter((each: Node) => each.type !== 'ImportSpecifier');
      for (const { local } of whole) names.add(nameOf(local));
    }
    if (type === 'VariableDeclarator' && isRequireOfPackage(init)) names.add(nameOf(id));
    return false;
  });
  return names;
}

function isPackage(node: unknown, names: ReadonlySet<unknown>): boolean {
  return isRequireOfPackage(node) || (isObject(node) && node.type === 'Identifier' && names.has(node.name));
}

function isRequireOfPackage(node: unknown): boolean {
  if (!isObject(node) || node.type !== 'CallExpression' || nameOf(node.callee) !== 'require') return false;
  return parserPackages.includes(textOf(firstOf(node.arguments)));
}

/** `request.body`, under the names that handlers use. */
function isBodyOfRequest(node: unknown): boolean {
  if (!isObject(node) || node.type !== 'MemberExpression' || nameOf(node.property) !== 'body') return false;
  return ['request', 'req'].includes(nameOf(node.object) ?? '');
}

function isImportOfParser({ type, importKind, imported }: Node): boolean {
  return type === 'ImportSpecifier' && importKind !== 'type' && isParserName(imported);
}

function isParserName(node: unknown): boolean {
  return parserFunctions.includes(nameOf(node));
}

function nameOf(node: unknown): string | undefined {
  return isObject(node) && typeof node.name === 'string' ? node.name : undefined;
}

function textOf(node: unknown): string {
  return isObject(node) && typeof node.value === 'string' ? node.value : '';
}

function firstOf(list: unknown): unknown {
  return Array.isArray(list) ? list[0] : undefined;
}
