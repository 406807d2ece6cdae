import { parse } from '@babel/parser';
import { dottedName, findNodes, isNode, lineAt, nameOf, nodesOf, type SyntaxNode } from '../source/index.ts';
import { fixOfModule, type Problem } from './left.ts';

export interface ModuleOptions {
  /** Name of the file, whose ending says the language. */
  readonly file: string;
  /** Another specifier for a relative import. Undefined where its file does not come over. */
  readonly local: (specifier: string) => string | undefined;
}

export interface TranslatedModule {
  readonly text: string;
  readonly program: SyntaxNode | undefined;
  /** Why the file does not come over. */
  readonly problems: readonly Problem[];
  /** What the author should know of a file that comes over. */
  readonly notes: readonly Problem[];
  /** Names of the npm packages that it imports. */
  readonly packages: readonly string[];
}

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** A part of a translation. */
interface Part {
  readonly edits?: readonly Edit[];
  readonly problems?: readonly Problem[];
  readonly notes?: readonly Problem[];
  readonly packages?: readonly string[];
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
  const nothing = { text, program: undefined, notes: [], packages: [] };
  let program: unknown;
  try {
    const plugins: ('typescript' | 'jsx')[] = /\.[cm]?ts$/.test(file) ? ['typescript'] : ['typescript', 'jsx'];
    ({ program } = parse(text, { sourceType: 'unambiguous', plugins }));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return {
      ...nothing,
      problems: [{ line: 1, what: `cannot be read: ${error.message}`, fix: 'Correct its syntax.' }],
    };
  }
  if (!isNode(program)) return { ...nothing, problems: [] };
  const at = (node: SyntaxNode): number => lineAt(text, node.start);
  const parts = [
    ...nodesOf(program.body).map((node) => statement(node, { text, local, at })),
    ...runtimeProblems(program, at),
  ];
  const edits = parts.flatMap((part) => part.edits ?? []);
  return {
    text: applied(text, edits),
    program,
    problems: parts.flatMap((part) => part.problems ?? []),
    notes: parts.flatMap((part) => part.notes ?? []),
    packages: [...new Set(parts.flatMap((part) => part.packages ?? []))],
  };
}

export function applied(text: string, edits: readonly Edit[]): string {
  return edits
    .toSorted((a, b) => b.start - a.start)
    .reduce((before, { start, end, text: part }) => before.slice(0, start) + part + before.slice(end), text);
}

interface Around {
  readonly text: string;
  readonly local: ModuleOptions['local'];
  readonly at: (node: SyntaxNode) => number;
}

function statement(node: SyntaxNode, around: Around): Part {
  if (node.type === 'ImportDeclaration') return importPart(node, bindingsOf(node), around);
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

function bindingsOf(node: SyntaxNode): readonly Binding[] {
  return nodesOf(node.specifiers).map((each) => ({
    local: nameOf(each.local) ?? '',
    imported:
      each.type === 'ImportDefaultSpecifier'
        ? 'default'
        : each.type === 'ImportNamespaceSpecifier'
          ? '*'
          : (nameOf(each.imported) ?? ''),
  }));
}

function importPart(node: SyntaxNode, bindings: readonly Binding[], { text, local, at }: Around): Part {
  const source = isNode(node.source) && typeof node.source.value === 'string' ? node.source.value : '';
  const replace = (part: string): readonly Edit[] => [{ start: node.start, end: node.end, text: part }];
  const asImport = (from: string): string =>
    node.type === 'ImportDeclaration' ? withSource(node, text, from) : importText(bindings, from);
  if (source === 'prop-types') return { edits: replace('') };
  if (/\.s[ac]ss$|\.less$/.test(source))
    return {
      edits: replace(''),
      notes: [
        {
          line: at(node),
          what: `its styles in "${source}" do not come over`,
          fix: 'Write them as CSS in Name.module.css beside the component.',
        },
      ],
    };
  if (/components\/common\/Area$|^@components\/common\/Area/.test(source))
    return { edits: replace(importText([{ local: bindings[0]?.local ?? 'Area', imported: 'Area' }], 'stoa')) };
  if (/httpStatus/.test(source) && bindings.every(({ imported }) => imported in statusCodes))
    return {
      edits: replace(bindings.map((each) => `const ${each.local} = ${statusCodes[each.imported]};`).join('\n')),
    };
  if (/locale\/translate/.test(source) && bindings.every((each) => isPlainTranslation(text, each.local)))
    return {
      edits: replace(bindings.map((each) => `const ${each.local} = (text) => text;`).join('\n')),
      notes: [
        { line: at(node), what: 'its texts are no longer translated', fix: 'Write them in the language of the shop.' },
      ],
    };
  if (/^@evershop\/|^@components\/|^@default-theme|^@extensions?\//.test(source))
    return { problems: [{ line: at(node), what: `imports "${source}"`, fix: fixOfModule(source) }] };
  if (!source.startsWith('.')) {
    const [name = ''] = /^(?:@[^/]+\/)?[^/]+/.exec(source) ?? [];
    return { edits: replace(asImport(source)), packages: source.startsWith('node:') ? [] : [name] };
  }
  const target = local(source);
  if (target !== undefined) return { edits: replace(asImport(target)) };
  return {
    problems: [
      {
        line: at(node),
        what: `imports "${source}", which does not come over`,
        fix: 'Bring that file over first: it has a line of its own here.',
      },
    ],
  };
}

function withSource({ start, end, source }: SyntaxNode, text: string, from: string): string {
  if (!isNode(source)) return text.slice(start, end);
  return `${text.slice(start, source.start)}'${from}'${text.slice(source.end, end)}`;
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
function isPlainTranslation(text: string, name: string): boolean {
  const calls = [...text.matchAll(new RegExp(`(?<![\\w$.])${name.replaceAll('$', '\\$')}\\(([^()]*)\\)`, 'g'))];
  return calls.every(([, inside = '']) => /^\s*(?:'[^']*'|"[^"]*")\s*,?\s*$/.test(inside));
}

/** `const { a, b: c } = require('x')` is an import. */
function requirePart(node: SyntaxNode, around: Around): Part {
  const [declared, ...others] = nodesOf(node.declarations);
  const call = isNode(declared?.init) ? declared.init : undefined;
  if (
    declared === undefined ||
    others.length > 0 ||
    call?.type !== 'CallExpression' ||
    nameOf(call.callee) !== 'require'
  )
    return {};
  const [source] = nodesOf(call.arguments);
  const id = isNode(declared.id) ? declared.id : undefined;
  if (id === undefined || source === undefined) return {};
  const bindings =
    id.type === 'ObjectPattern'
      ? nodesOf(id.properties).map((each) => ({ imported: nameOf(each.key) ?? '', local: nameOf(each.value) ?? '' }))
      : [{ imported: 'default', local: nameOf(id) ?? '' }];
  return importPart({ ...node, source }, bindings, around);
}

/** What a module exports, as EverShop's own code reads it: by `export default`, or by an assignment. */
export function exportedNodes(program: SyntaxNode | undefined): readonly SyntaxNode[] {
  return nodesOf(program?.body).flatMap((node) => {
    if (node.type === 'ExportDefaultDeclaration') return isNode(node.declaration) ? [node.declaration] : [];
    const { expression } = node;
    return isNode(expression) && expression.type === 'AssignmentExpression' && isNode(expression.right)
      ? [expression.right]
      : [];
  });
}

/** `module.exports = …` is the default export. `Name.propTypes = …` goes. */
function exportPart(node: SyntaxNode, { text, at }: Around): Part {
  const { expression } = node;
  if (!isNode(expression) || expression.type !== 'AssignmentExpression' || !isNode(expression.right)) return {};
  const { left, right } = expression;
  const target = dottedName(left) ?? '';
  const to = (head: string): Part => ({ edits: [{ start: node.start, end: right.start, text: head }] });
  if (target === 'module.exports') return to('export default ');
  const [, name] = /^(?:module\.)?exports\.(\w+)$/.exec(target) ?? [];
  if (name === 'default') return to('export default ');
  if (name !== undefined)
    return to(text.slice(right.start, right.end) === name ? `export { ${name} }; void ` : `export const ${name} = `);
  if (/\.propTypes$/.test(target)) return { edits: [{ start: node.start, end: node.end, text: '' }] };
  if (/\.defaultProps$/.test(target))
    return {
      problems: [
        {
          line: at(node),
          what: 'has defaultProps, which React no longer reads',
          fix: 'Write defaults at the parameters.',
        },
      ],
    };
  return {};
}

/** What EverShop gives at run time, and Stoa does not. */
function runtimeProblems(program: SyntaxNode, at: Around['at']): readonly Part[] {
  const members = findNodes(program, ({ type }) => type === 'MemberExpression' || type === 'OptionalMemberExpression');
  const calls = findNodes(program, ({ type }) => type === 'CallExpression');
  const problem = (node: SyntaxNode, what: string, fix: string): Part => ({
    problems: [{ line: at(node), what, fix }],
  });
  return [
    ...members.flatMap((node): readonly Part[] => {
      const name = nameOf(node.property) ?? '';
      if (/^(?:getCurrentUser|getCurrentCustomer|isUserLoggedIn|isCustomerLoggedIn)$/.test(name))
        return [problem(node, `calls ${name}()`, 'Use request.user: its id and permissions.')];
      if (/^(?:loginUserWithEmail|loginCustomerWithEmail|logoutUser|logoutCustomer)$/.test(name))
        return [problem(node, `calls ${name}()`, 'Use request.session.signIn() and signOut().')];
      if (name === '$body') return [problem(node, 'answers with response.$body', 'Answer with response.json().')];
      return [];
    }),
    ...calls.flatMap((node): readonly Part[] => {
      if (nameOf(node.callee) !== 'require') return [];
      const isTop = nodesOf(program.body).some(
        (each) => each.type === 'VariableDeclaration' && each.start <= node.start && node.end <= each.end,
      );
      return isTop ? [] : [problem(node, 'calls require() where it runs', 'Write an import at the top.')];
    }),
  ];
}
