import type { Expression, Node } from '@babel/types';
import { dottedName, findNodes, literalText, nameOf, type SourceModule, startOf, withoutTypes } from './syntax-tree.ts';

/** An import, also one by `export … from`, `import()` or `require()`. */
export interface ModuleImport {
  readonly specifier: string;
  readonly offset: number;
}

export function importsOf({ program }: SourceModule): readonly ModuleImport[] {
  const declared = findNodes(program, 'ImportDeclaration', 'ExportNamedDeclaration', 'ExportAllDeclaration');
  const dynamic = findNodes(program, 'ImportExpression');
  const required = findNodes(program, 'CallExpression').filter(({ callee }) => nameOf(callee) === 'require');
  const sources = [
    ...[...declared, ...dynamic].map(({ source }) => source),
    ...required.map((each) => each.arguments[0]),
  ];
  return sources.flatMap((source) => {
    const specifier = literalText(source);
    return source && specifier !== undefined ? [{ specifier, offset: startOf(source) }] : [];
  });
}

/** The value of an export; of `default`, too. Undefined without one. */
export function exportedValue(module: SourceModule, name: string): Node | undefined {
  for (const node of module.program?.body ?? []) {
    if (node.type === 'ExportDefaultDeclaration' && name === 'default') return resolvedValue(module, node.declaration);
    if (node.type !== 'ExportNamedDeclaration') continue;
    const { declaration, specifiers } = node;
    if (declaration?.type === 'VariableDeclaration') {
      const found = declaration.declarations.find(({ id }) => nameOf(id) === name)?.init;
      if (found) return resolvedValue(module, found);
    } else if (declaration && 'id' in declaration && nameOf(declaration.id) === name) return declaration;
    for (const each of specifiers)
      if (each.type === 'ExportSpecifier' && nameOf(each.exported) === name) return resolvedValue(module, each.local);
  }
  return undefined;
}

/** A value without its types. A name stands for the constant of the module. */
function resolvedValue(module: SourceModule, node: Node): Node {
  const plain = withoutTypes(node);
  if (plain.type !== 'Identifier') return plain;
  const constants = (module.program?.body ?? []).flatMap((each) => {
    const declared = each.type === 'ExportNamedDeclaration' ? each.declaration : each;
    return declared?.type === 'VariableDeclaration' ? declared.declarations : [];
  });
  const init = constants.find(({ id }) => nameOf(id) === plain.name)?.init;
  return init ? withoutTypes(init) : plain;
}

/** A member of an object. */
export interface Member {
  readonly name: string;
  readonly value: Node;
  readonly isFunction: boolean;
  /** The whole member, with its name. */
  readonly node: Node;
  readonly offset: number;
}

/** The value of a constant with this name, at any level of the module. Undefined when there are several. */
export function constantOf({ program }: SourceModule, name: string): Node | undefined {
  const constants = findNodes(program, 'VariableDeclaration').filter(({ kind }) => kind === 'const');
  const named = constants.flatMap(({ declarations }) => declarations.filter(({ id }) => nameOf(id) === name));
  const init = named.length === 1 ? named[0]?.init : undefined;
  return init ? withoutTypes(init) : undefined;
}

/** The members of an object with plain names. None for another value. */
export function membersOf(module: SourceModule, object: Node | undefined): readonly Member[] {
  if (object?.type !== 'ObjectExpression') return [];
  return object.properties.flatMap((node) => {
    const name = node.type === 'SpreadElement' || node.computed ? undefined : nameOf(node.key);
    if (name === undefined) return [];
    const value = node.type === 'ObjectProperty' ? resolvedValue(module, node.value) : node;
    const isFunction = /Function|^ObjectMethod$/.test(value.type);
    return [{ name, value, isFunction, node, offset: startOf(node) }];
  });
}

/** The texts of a list of literals. Undefined for another value. */
export function literalTexts(node: Node | undefined): readonly string[] | undefined {
  if (node?.type !== 'ArrayExpression') return undefined;
  const texts = node.elements.map(literalText);
  return texts.every((text) => text !== undefined) ? texts : undefined;
}

/** A call of a function by its name: `useState(…)`, or `context.url(…)`. */
interface NamedCall {
  /** The last part of its name. */
  readonly name: string;
  /** What stands before the last part: `context`. */
  readonly of: string | undefined;
  readonly given: readonly Node[];
  /** Where the last part of its name begins. */
  readonly offset: number;
  readonly node: Node;
}

/** Calls of these functions in a tree, or of all. */
export function callsOf(tree: Node | null | undefined, names: readonly string[] | undefined): readonly NamedCall[] {
  return findNodes(tree, 'CallExpression', 'OptionalCallExpression').flatMap((node) => {
    const { callee, arguments: given } = node;
    const isMember = callee.type === 'MemberExpression' || callee.type === 'OptionalMemberExpression';
    const last: Node = isMember ? callee.property : callee;
    const name = nameOf(last);
    if (name === undefined || names?.includes(name) === false) return [];
    return [{ name, of: isMember ? lastName(callee.object) : undefined, given, offset: startOf(last), node }];
  });
}

function lastName(node: Expression | Node): string | undefined {
  return dottedName(node)?.split('.').at(-1);
}

/** An element of JSX. */
interface JsxElement {
  readonly name: string | undefined;
  readonly attributes: readonly JsxAttribute[];
  readonly offset: number;
}

interface JsxAttribute {
  readonly name: string;
  readonly value: Node | null | undefined;
  readonly offset: number;
}

/** The elements in a tree, in the order of the text. */
export function elementsOf({ program }: { readonly program: Node | undefined }): readonly JsxElement[] {
  return findNodes(program, 'JSXOpeningElement').map((node) => ({
    name: nameOf(node.name),
    offset: startOf(node),
    attributes: node.attributes.flatMap((each) => {
      const name = each.type === 'JSXAttribute' ? nameOf(each.name) : undefined;
      return each.type === 'JSXAttribute' && name !== undefined
        ? [{ name, value: each.value, offset: startOf(each) }]
        : [];
    }),
  }));
}

/** The literal `id` of each `<Area>`, and where the element begins. */
export function areasOf(module: SourceModule): readonly { readonly id: string; readonly offset: number }[] {
  return elementsOf(module).flatMap(({ name, attributes, offset }) => {
    const id = name === 'Area' ? literalText(attributes.find((each) => each.name === 'id')?.value) : undefined;
    return id === undefined ? [] : [{ id, offset }];
  });
}

/** Whether a name stands in a tree. */
export function mentions(tree: Node | undefined, name: string): boolean {
  return findNodes(tree, 'Identifier').some((node) => node.name === name);
}

const hooks = ['useState', 'useEffect', 'useLayoutEffect', 'useReducer', 'useRef'];

/** The first hook or event handler of a component, which works in the browser alone. */
export function browserUse(module: SourceModule): { readonly name: string; readonly offset: number } | undefined {
  const handlers = elementsOf(module).flatMap(({ name = '', attributes }) =>
    /^[a-z]/.test(name) ? attributes.filter((each) => /^on[A-Z]/.test(each.name)) : [],
  );
  const uses = [...callsOf(module.program, hooks), ...handlers];
  return uses.toSorted((a, b) => a.offset - b.offset)[0];
}
