import { readFile } from 'node:fs/promises';
import { isObject } from 'stoa/tooling';

/** A node of a syntax tree of `@babel/parser`. */
export interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

interface ParsedFile {
  readonly file: string;
  readonly text: string;
  readonly program: unknown;
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
