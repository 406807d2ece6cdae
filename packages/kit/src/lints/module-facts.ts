import { type Finding, positionAt } from 'stoa/tooling';
import {
  callsOf,
  constantOf,
  elementsOf,
  exportedValue,
  findNodes,
  nameOf,
  type SourceModule,
  spanOf,
} from '../source/index.ts';

/** The path of a module without its ending. An import may leave it out, or have that of the JavaScript. */
export function stem(file: string): string {
  return file.replace(/\.[cm]?[jt]sx?$/, '');
}

/** Whether a name of the module stands for an `async` function. */
export function isAsyncFunction(module: SourceModule, name: string): boolean {
  const declared = findNodes(module.program, 'FunctionDeclaration').find(({ id }) => nameOf(id) === name);
  const value = declared ?? (name === 'default' ? exportedValue(module, name) : constantOf(module, name));
  return value !== undefined && 'async' in value && value.async === true;
}

/** What a module imports by name. */
export function importedNames({ program }: SourceModule) {
  return findNodes(program, 'ImportDeclaration').flatMap(({ source, specifiers }) =>
    specifiers.flatMap((each) => {
      const name = each.type === 'ImportSpecifier' ? nameOf(each.imported) : 'default';
      return each.type === 'ImportNamespaceSpecifier' || name === undefined
        ? []
        : [{ name, as: each.local.name, specifier: source.value }];
    }),
  );
}

/** Calls that are a statement of their own, so that nothing gets their result. */
export function statementCalls({ program }: SourceModule): ReturnType<typeof callsOf> {
  return findNodes(program, 'ExpressionStatement').flatMap(({ expression }) => {
    const [outer] = callsOf(expression, undefined);
    return outer !== undefined && outer.node === expression ? [outer] : [];
  });
}

/** The texts in literals, in pieces where a template is filled in. */
export function literalParts({ program }: SourceModule): readonly { readonly text: string; readonly offset: number }[] {
  return findNodes(program, 'StringLiteral', 'TemplateElement').map((node) => {
    const isText = node.type === 'StringLiteral';
    return { text: isText ? node.value : node.value.raw, offset: spanOf(node).start + (isText ? 1 : 0) };
  });
}

/** Where elements get this prop: as an attribute, or as a property of an object. */
export function propsOf(module: SourceModule, prop: string): readonly { readonly offset: number }[] {
  const properties = findNodes(module.program, 'ObjectProperty').filter(({ key }) => nameOf(key) === prop);
  return [
    ...elementsOf(module).flatMap(({ attributes }) => attributes.filter(({ name }) => name === prop)),
    ...properties.map((node) => ({ offset: spanOf(node).start })),
  ];
}

/** A warning at a place of a module. */
export function warning(
  { file, text }: Pick<SourceModule, 'file' | 'text'>,
  offset: number,
  parts: Pick<Finding, 'code' | 'what' | 'fix'>,
): Finding {
  return { ...parts, severity: 'warning', where: { file, ...positionAt(text, offset) } };
}
