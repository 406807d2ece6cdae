import { dirname, join } from 'node:path';
import type { Finding } from 'stoa/tooling';
import { callsOf, constantOf, findNodes, literalText, type SourceModule, spanOf } from '../source/index.ts';
import { importedNames, isAsyncFunction, statementCalls, stem, warning } from './module-facts.ts';

/** Lints calls of an extension's modules: SQL with values in its text, and promises that nothing waits for. */
export function lintCalls(modules: readonly SourceModule[]): readonly Finding[] {
  const byStem = new Map(modules.map((module) => [stem(module.file), module]));
  return modules.flatMap((module) => {
    const imported: Imported = importedNames(module).flatMap(({ name, as, specifier }) => {
      const from = specifier.startsWith('.') ? byStem.get(stem(join(dirname(module.file), specifier))) : undefined;
      return from === undefined ? [] : [{ name, as, from }];
    });
    return [...filledStatements(module, imported), ...forgottenPromises(module, imported)];
  });
}

/** What a module imports of other modules of its extension. */
type Imported = readonly { readonly name: string; readonly as: string; readonly from: SourceModule }[];

const sql = /^\s*(?:select|insert|update|delete|with|merge|create|alter|drop|truncate)\b/i;

/** SQL that is put together of parts which are no constants of the module. */
function filledStatements(module: SourceModule, imported: Imported): readonly Finding[] {
  return callsOf(module.program, ['query']).flatMap(({ given: [given] }) => {
    const text = given?.type === 'Identifier' ? constantOf(module, given.name) : given;
    const templates = findNodes(text, 'TemplateLiteral', 'BinaryExpression').slice(0, 1);
    return templates.flatMap((node): readonly Finding[] => {
      const parts = node.type === 'TemplateLiteral' ? node.expressions : sumParts(node);
      const first = node.type === 'TemplateLiteral' ? node.quasis[0]?.value.raw : literalText(parts[0]);
      const open = parts.find((part) => !isFixed(part, module, imported));
      if (open === undefined || !sql.test(first ?? '')) return [];
      return [
        warning(module, spanOf(open).start, {
          code: 'LINT_SQL_FILLED',
          what: 'puts a value into the text of a statement, so that a client may write SQL of their own',
          fix: 'Write $1 there, and pass the value: query(text, [value]). Names of tables and columns are constants; for others, say why: // stoa-allow LINT_SQL_FILLED: ...',
        }),
      ];
    });
  });
}

type SyntaxNode = ReturnType<typeof callsOf>[number]['node'];

function sumParts(node: SyntaxNode): readonly SyntaxNode[] {
  return node.type === 'BinaryExpression' && node.operator === '+'
    ? [...sumParts(node.left), ...sumParts(node.right)]
    : [node];
}

/** A literal, or a constant that is made of literals. */
function isFixed(node: SyntaxNode, module: SourceModule, imported: Imported = []): boolean {
  const all = (parts: readonly SyntaxNode[]): boolean => parts.every((part) => isFixed(part, module, imported));
  if (literalText(node) !== undefined || node.type === 'NumericLiteral') return true;
  if (node.type === 'ConditionalExpression') return all([node.consequent, node.alternate]);
  if (node.type === 'TemplateLiteral') return all(node.expressions);
  if (node.type === 'BinaryExpression') return node.operator === '+' && all(sumParts(node));
  if (node.type !== 'Identifier') return false;
  const other = imported.find(({ as }) => as === node.name);
  const [owner, name] = other === undefined ? [module, node.name] : [other.from, other.name];
  const constant = constantOf(owner, name);
  return constant !== undefined && isFixed(constant, owner, other === undefined ? imported : []);
}

const waits: Readonly<Record<string, readonly string[]>> = {
  query: ['database', 'transaction', 'context'],
  transaction: ['database'],
  record: ['transaction'],
  mail: ['transaction', 'context'],
  signIn: ['session'],
  signOut: ['session'],
  signOutUser: ['session'],
  put: ['files'],
  putPicture: ['files'],
  delete: ['files'],
};

/** Calls whose promise is dropped: an error in it is lost, and the answer does not wait for the work. */
function forgottenPromises(module: SourceModule, imported: Imported): readonly Finding[] {
  const isAsync = (called: string): boolean => {
    const other = imported.find(({ as }) => as === called);
    return other === undefined ? isAsyncFunction(module, called) : isAsyncFunction(other.from, other.name);
  };
  return statementCalls(module)
    .filter(({ name, of }) => (of === undefined ? isAsync(name) : waits[name]?.includes(of) === true))
    .map(({ name, offset }) =>
      warning(module, offset, {
        code: 'LINT_NOT_AWAITED',
        what: `does not wait for "${name}": when it fails, nothing notices, and the answer may be sent before it is done`,
        fix: `Write "await ${name}(...)". To go on without it, write "void ${name}(...)" and handle its errors.`,
      }),
    );
}
