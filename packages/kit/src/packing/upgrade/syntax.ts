import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isObject } from 'stoa/tooling';

/** A node of a syntax tree of `@babel/parser`. */
export interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

export interface ParsedFile {
  readonly file: string;
  readonly text: string;
  readonly program: unknown;
}

/** Folders of an extension whose code does not run in a shop. */
const skipped = new Set(['node_modules', 'test', 'dist', 'coverage']);

/** All code of an extension. A file with a syntax error is left out, since `check` reports it. */
export async function parseExtension(folder: string): Promise<readonly ParsedFile[]> {
  const files = await codeFiles(folder);
  const parsed = await Promise.all(files.map(parseFile));
  return parsed.filter((each) => each !== undefined);
}

export async function parseFile(file: string): Promise<ParsedFile | undefined> {
  const { parse } = await import('@babel/parser');
  const text = await readFile(file, 'utf8');
  try {
    const plugins: ('typescript' | 'jsx')[] = file.endsWith('x') ? ['typescript', 'jsx'] : ['typescript'];
    return { file, text, program: parse(text, { sourceType: 'unambiguous', plugins }).program };
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

async function codeFiles(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const found = await Promise.all(
    entries.map(async (entry): Promise<readonly string[]> => {
      const path = join(folder, entry.name);
      if (entry.isDirectory())
        return skipped.has(entry.name) || entry.name.startsWith('.') ? [] : await codeFiles(path);
      return /\.[cm]?[jt]sx?$/.test(entry.name) && !/\.(?:gen|d)\.[cm]?ts$/.test(entry.name) ? [path] : [];
    }),
  );
  return found.flat().toSorted();
}

/** Every node of a tree for which `is` holds, in the order of the text. */
export function findNodes(tree: unknown, is: (node: SyntaxNode) => boolean): readonly SyntaxNode[] {
  if (Array.isArray(tree)) return tree.flatMap((each) => findNodes(each, is));
  if (!isObject(tree)) return [];
  const below = Object.entries(tree).flatMap(([key, child]) => (key === 'loc' ? [] : findNodes(child, is)));
  return isNode(tree) && is(tree) ? [tree, ...below] : below;
}

export function isNode(value: unknown): value is SyntaxNode {
  return (
    isObject(value) &&
    typeof value.type === 'string' &&
    typeof value.start === 'number' &&
    typeof value.end === 'number'
  );
}

export function nameOf(node: unknown): string | undefined {
  return isObject(node) && typeof node.name === 'string' ? node.name : undefined;
}

export function nodesOf(value: unknown): readonly SyntaxNode[] {
  return Array.isArray(value) ? value.filter(isNode) : [];
}

/** `express.json` of a member expression with plain names. */
export function dottedName(node: unknown): string | undefined {
  if (!isNode(node)) return undefined;
  if (node.type === 'Identifier') return nameOf(node);
  if (node.type !== 'MemberExpression' || node.computed === true) return undefined;
  const object = dottedName(node.object);
  return object === undefined ? undefined : `${object}.${nameOf(node.property)}`;
}

export function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}
