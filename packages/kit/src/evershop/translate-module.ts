import {
  callsOf,
  dottedName,
  findNodes,
  literalText,
  nameOf,
  parseModule,
  type SourceModule,
  type SyntaxNode,
  spanOf,
} from '../source/index.ts';
import { lineOf, replaced, type TextEdit } from './text-edits.ts';
import { fixOfModule, type Problem } from './unsupported-files.ts';

export interface ModuleOptions {
  /** Name of the file, whose ending says the language. */
  readonly file: string;
  /** Another specifier for a relative import. Undefined where its file does not come over. */
  readonly local: (specifier: string) => string | undefined;
}

export interface TranslatedModule {
  readonly text: string;
  /** As it was. */
  readonly original: SourceModule;
  /** Why the file does not come over. */
  readonly problems: readonly Problem[];
  /** What the author should know of a file that comes over. */
  readonly notes: readonly Problem[];
  /** Names of the npm packages that it imports. */
  readonly packages: readonly string[];
}

/** What a statement, or a use of what EverShop gives, becomes. */
interface Translation extends Partial<Pick<TranslatedModule, 'problems' | 'notes' | 'packages'>> {
  readonly edits?: readonly TextEdit[];
}

/** Status codes of EverShop by their names. */
const statusCodes: Readonly<Record<string, number>> = {
  OK: 200,
  INVALID_PAYLOAD: 400,
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  INTERNAL_SERVER_ERROR: 500,
};

/** A module of EverShop as an ES module of Stoa. Runs nothing. */
export function translateModule(text: string, { file, local }: ModuleOptions): TranslatedModule {
  const original = parseModule(file, text);
  if (original.program === undefined) {
    const problem = { line: 1, what: `cannot be read: ${original.problem}`, fix: 'Correct its syntax.' };
    return { text, original, problems: [problem], notes: [], packages: [] };
  }
  const around = { module: original, local, at: (node: SyntaxNode): number => lineOf(original, node) };
  const steps = original.program.body.map((node) => statement(node, around));
  const edits = steps.flatMap((step) => step.edits ?? []);
  return {
    text: replaced(text, edits),
    original,
    problems: [...steps.flatMap((step) => step.problems ?? []), ...runtimeProblems(around)],
    notes: steps.flatMap((step) => step.notes ?? []),
    packages: steps.flatMap((step) => step.packages ?? []),
  };
}

interface Around {
  readonly module: SourceModule;
  readonly local: ModuleOptions['local'];
  readonly at: (node: SyntaxNode) => number;
}

function statement(node: SyntaxNode, around: Around): Translation {
  if (node.type === 'ImportDeclaration')
    return importPart(node, { source: node.source, bindings: bindingsOf(node) }, around);
  if (node.type === 'VariableDeclaration') return requirePart(node, around);
  if (node.type === 'ExpressionStatement') return exportPart(node, around);
  return {};
}

/** What an import binds: `{ local: 'a', imported: 'default' }`. */
interface Binding {
  readonly local: string;
  /** `default`, `*`, or a name. */
  readonly imported: string;
}

interface Imported {
  readonly source: SyntaxNode;
  readonly bindings: readonly Binding[];
}

function bindingsOf({ specifiers }: SyntaxNode & { readonly type: 'ImportDeclaration' }): readonly Binding[] {
  return specifiers.map((each) => ({
    local: each.local.name,
    imported:
      each.type === 'ImportDefaultSpecifier'
        ? 'default'
        : each.type === 'ImportNamespaceSpecifier'
          ? '*'
          : (nameOf(each.imported) ?? ''),
  }));
}

function importPart(
  node: SyntaxNode,
  { source: from, bindings }: Imported,
  { module, local, at }: Around,
): Translation {
  const source = literalText(from) ?? '';
  const replace = (part: string): readonly TextEdit[] => [{ ...spanOf(node), text: part }];
  // An import keeps what it binds, such as types.
  const asImport = (name: string): readonly TextEdit[] =>
    node.type === 'ImportDeclaration' ? [{ ...spanOf(from), text: `'${name}'` }] : replace(importText(bindings, name));
  const say = (what: string, fix: string): readonly Problem[] => [{ line: at(node), what, fix }];
  if (source === 'prop-types') return { edits: replace('') };
  if (/\.s[ac]ss$|\.less$/.test(source))
    return {
      edits: replace(''),
      notes: say(`its styles in "${source}" do not come over`, 'Write them as CSS in Name.module.css next to it.'),
    };
  if (/components\/common\/Area$|^@components\/common\/Area/.test(source))
    return { edits: replace(importText([{ local: bindings[0]?.local ?? 'Area', imported: 'Area' }], 'stoa')) };
  if (/httpStatus/.test(source) && bindings.every(({ imported }) => imported in statusCodes))
    return {
      edits: replace(bindings.map((each) => `const ${each.local} = ${statusCodes[each.imported]};`).join('\n')),
    };
  if (/locale\/translate/.test(source) && bindings.every((each) => isPlainTranslation(module, each.local)))
    return {
      edits: replace(bindings.map((each) => `const ${each.local} = (text) => text;`).join('\n')),
      notes: say('its texts are no longer translated', 'Write them in the language of the shop.'),
    };
  const target = local(source);
  if (target !== undefined && !source.startsWith('.')) return { edits: asImport(target) };
  if (/^@evershop\//.test(source) && isTypeImport(node))
    return {
      edits: replace(bindings.map(typeText).join('\n')),
      notes: say(`imports types of "${source}"`, 'Write the members that the code reads, where it says unknown.'),
    };
  if (/^@evershop\/|^@components\/|^@default-theme|^@extensions?\//.test(source))
    return { problems: say(`imports "${source}"`, fixOfModule(source)) };
  if (!source.startsWith('.')) {
    const [name = ''] = /^(?:@[^/]+\/)?[^/]+/.exec(source) ?? [];
    return { edits: asImport(source), packages: source.startsWith('node:') ? [] : [name] };
  }
  if (target !== undefined) return { edits: asImport(target) };
  const fix = 'Bring that file over first: it has a line of its own here.';
  return { problems: say(`imports "${source}", which does not come over`, fix) };
}

/** Whether nothing of an import is there at run time. */
function isTypeImport(node: SyntaxNode): boolean {
  if (node.type !== 'ImportDeclaration') return false;
  const { importKind, specifiers } = node;
  const isType = (each: (typeof specifiers)[number]): boolean =>
    each.type === 'ImportSpecifier' && each.importKind === 'type';
  return importKind === 'type' || (specifiers.length > 0 && specifiers.every(isType));
}

/** Types of EverShop's handlers, by their counterparts. */
const handlerTypes: Readonly<Record<string, string>> = {
  EvershopRequest: 'Request',
  EvershopResponse: 'Response',
};

function typeText({ local, imported }: Binding): string {
  const known = handlerTypes[imported];
  return known === undefined ? `type ${local} = unknown;` : `import type { ${known} as ${local} } from 'stoa';`;
}

function importText(bindings: readonly Binding[], from: string): string {
  const [whole] = bindings.filter(({ imported }) => imported === '*' || imported === 'default');
  const named = bindings.filter((each) => each !== whole);
  const names = named.map(({ local, imported }) => (local === imported ? local : `${imported} as ${local}`));
  const parts = [
    ...(whole === undefined ? [] : [whole.imported === '*' ? `* as ${whole.local}` : whole.local]),
    ...(names.length === 0 ? [] : [`{ ${names.join(', ')} }`]),
  ];
  return parts.length === 0 ? `import '${from}';` : `import ${parts.join(', ')} from '${from}';`;
}

/** Whether each call has one text: others would need what EverShop fills in. */
function isPlainTranslation({ program }: SourceModule, name: string): boolean {
  return callsOf(program, [name]).every(
    ({ given: [text, ...others] }) => text?.type === 'StringLiteral' && others.length === 0,
  );
}

/** `const { a, b: c } = require('x')` is an import. */
function requirePart(node: SyntaxNode & { readonly type: 'VariableDeclaration' }, around: Around): Translation {
  const [declared, ...others] = node.declarations;
  const call = declared?.init;
  if (others.length > 0 || call?.type !== 'CallExpression' || nameOf(call.callee) !== 'require') return {};
  const [source] = call.arguments;
  if (declared === undefined || source === undefined) return {};
  const { id } = declared;
  const bindings =
    id.type === 'ObjectPattern'
      ? id.properties.flatMap((each) =>
          each.type === 'ObjectProperty' ? [{ imported: nameOf(each.key) ?? '', local: nameOf(each.value) ?? '' }] : [],
        )
      : [{ imported: 'default', local: nameOf(id) ?? '' }];
  return importPart(node, { source, bindings }, around);
}

/** What a module exports, as EverShop's own code reads it: by `export default`, or by an assignment. */
export function exportedNodes({ program }: SourceModule): readonly SyntaxNode[] {
  return (program?.body ?? []).flatMap((node): readonly SyntaxNode[] => {
    if (node.type === 'ExportDefaultDeclaration') return [node.declaration];
    const assigned = node.type === 'ExpressionStatement' ? node.expression : undefined;
    return assigned?.type === 'AssignmentExpression' ? [assigned.right] : [];
  });
}

/** `module.exports = …` is the default export. `Name.propTypes = …` goes. */
function exportPart(node: SyntaxNode & { readonly type: 'ExpressionStatement' }, { at }: Around): Translation {
  const { expression } = node;
  if (expression.type !== 'AssignmentExpression') return {};
  const { left, right } = expression;
  const target = dottedName(left) ?? '';
  const to = (head: string): Translation => ({
    edits: [{ start: spanOf(node).start, end: spanOf(right).start, text: head }],
  });
  if (target === 'module.exports') return to('export default ');
  const [, name] = /^(?:module\.)?exports\.(\w+)$/.exec(target) ?? [];
  if (name === 'default') return to('export default ');
  if (name !== undefined)
    return to(
      right.type === 'Identifier' && right.name === name ? `export { ${name} }; void ` : `export const ${name} = `,
    );
  if (/\.propTypes$/.test(target)) return { edits: [{ ...spanOf(node), text: '' }] };
  if (!/\.defaultProps$/.test(target)) return {};
  const what = 'has defaultProps, which React no longer reads';
  return { problems: [{ line: at(node), what, fix: 'Write defaults at the parameters.' }] };
}

/** What EverShop gives at run time, and Stoa does not. */
function runtimeProblems({ module: { program }, at }: Around): readonly Problem[] {
  const problem = (node: SyntaxNode, what: string, fix: string): Problem => ({ line: at(node), what, fix });
  const declared = (program?.body ?? []).flatMap((node) =>
    node.type === 'VariableDeclaration' ? node.declarations : [],
  );
  const late = callsOf(program, ['require']).filter(({ node }) => declared.every(({ init }) => init !== node));
  return [
    ...findNodes(program, 'MemberExpression', 'OptionalMemberExpression').flatMap((node) => {
      const name = nameOf(node.property) ?? '';
      if (/^(?:getCurrentUser|getCurrentCustomer|isUserLoggedIn|isCustomerLoggedIn)$/.test(name))
        return [problem(node, `calls ${name}()`, 'Use request.user: its id and permissions.')];
      if (/^(?:loginUserWithEmail|loginCustomerWithEmail|logoutUser|logoutCustomer)$/.test(name))
        return [problem(node, `calls ${name}()`, 'Use request.session.signIn() and signOut().')];
      if (name === '$body') return [problem(node, 'answers with response.$body', 'Answer with response.json().')];
      return [];
    }),
    ...late.map(({ node }) => problem(node, 'calls require() where it runs', 'Write an import at the top.')),
  ];
}
