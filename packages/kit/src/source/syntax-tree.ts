import { parse } from '@babel/parser';
import type { Node, Program } from '@babel/types';
import { isObject } from 'stoa/tooling';

export type SyntaxNode = Node;
type NodeOf<Type extends Node['type']> = Extract<Node, { readonly type: Type }>;

/** The text of a module, and its syntax tree. */
export interface SourceModule {
  readonly file: string;
  readonly text: string;
  /** Undefined for a text with a syntax error. The build of the bundle reports it. */
  readonly program: Program | undefined;
  /** The message of a syntax error. */
  readonly problem?: string;
}

/** The last text of each file. Several commands and lints ask for one file. */
const parsed = new Map<string, SourceModule>();

/** Parses a module, once for each text of a file. The ending of `file` says the language. */
export function parseModule(file: string, text: string): SourceModule {
  const known = parsed.get(file);
  if (known?.text === text) return known;
  const module = parseText(file, text);
  parsed.set(file, module);
  return module;
}

function parseText(file: string, text: string): SourceModule {
  // In a file of TypeScript without JSX, `<Type>value` is no element.
  const jsx = /\.[cm]?ts$/.test(file) ? [] : (['jsx'] as const);
  try {
    return { file, text, program: parse(text, { sourceType: 'unambiguous', plugins: ['typescript', ...jsx] }).program };
  } catch (error) {
    if (error instanceof SyntaxError) return { file, text, program: undefined, problem: error.message };
    throw error;
  }
}

/** Every node of these types in a tree, in the order of the text, each before those in it. */
export function findNodes<Type extends Node['type']>(tree: unknown, ...types: readonly Type[]): NodeOf<Type>[] {
  const nodes = nodesByType(tree);
  const found = types.flatMap((type) => nodes.get(type) ?? []).filter((node) => isOf(node, types));
  return types.length === 1
    ? found
    : found.toSorted((a, b) => startOf(a) - startOf(b) || spanOf(b).end - spanOf(a).end);
}

type NodesByType = ReadonlyMap<string, readonly Node[]>;

/** The nodes of each tree that was asked for. Lints ask for many types of one module. */
const walked = new WeakMap<object, NodesByType>();

function nodesByType(tree: unknown): NodesByType {
  if (!isObject(tree) && !Array.isArray(tree)) return new Map();
  const known = walked.get(tree);
  if (known !== undefined) return known;
  const found: Node[] = [];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(visit);
    if (!isNode(value)) return;
    found.push(value);
    for (const [key, child] of Object.entries(value)) if (!others.has(key)) visit(child);
  };
  visit(tree);
  const nodes = Map.groupBy(
    found.toSorted((a, b) => startOf(a) - startOf(b)),
    ({ type }) => type,
  );
  walked.set(tree, nodes);
  return nodes;
}

/** What a node has apart from the nodes below it. */
const others = new Set(['loc', 'extra', 'leadingComments', 'innerComments', 'trailingComments']);

function isNode(value: unknown): value is Node {
  return isObject(value) && typeof value.type === 'string' && typeof value.start === 'number';
}

function isOf<Type extends Node['type']>(node: Node, types: readonly Type[]): node is NodeOf<Type> {
  return types.some((type) => type === node.type);
}

export function startOf(node: Node): number {
  return node.start ?? 0;
}

/** Where a node begins and ends in its text. */
export function spanOf(node: Node): { readonly start: number; readonly end: number } {
  return { start: startOf(node), end: node.end ?? 0 };
}

/** The name of an identifier, or of a member that is named by a text. */
export function nameOf(node: Node | null | undefined): string | undefined {
  if (node?.type === 'Identifier' || node?.type === 'JSXIdentifier') return node.name;
  return node?.type === 'StringLiteral' ? node.value : undefined;
}

/** `express.json` of a member expression with plain names. */
export function dottedName(node: Node | null | undefined): string | undefined {
  if (node?.type !== 'MemberExpression' && node?.type !== 'OptionalMemberExpression')
    return node?.type === 'Identifier' ? node.name : undefined;
  const [object, property] = [dottedName(node.object), node.computed ? undefined : nameOf(node.property)];
  return object === undefined || property === undefined ? undefined : `${object}.${property}`;
}

/** The text of a literal without parts that are filled in when it runs. */
export function literalText(node: Node | null | undefined): string | undefined {
  const plain = node ? withoutTypes(node) : undefined;
  if (plain?.type === 'StringLiteral') return plain.value;
  if (plain?.type === 'JSXExpressionContainer') return literalText(plain.expression);
  const [part, ...others] = plain?.type === 'TemplateLiteral' ? plain.quasis : [];
  return others.length === 0 ? (part?.value.cooked ?? undefined) : undefined;
}

/** The value in `value as Type`, `value satisfies Type` and `(value)`. */
export function withoutTypes(node: Node): Node {
  const isTyped =
    node.type === 'TSAsExpression' || node.type === 'TSSatisfiesExpression' || node.type === 'ParenthesizedExpression';
  return isTyped ? withoutTypes(node.expression) : node;
}
