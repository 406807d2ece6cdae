import { type DocumentNode, Kind, parse, visit } from 'graphql';
import { errorMessage, namedTypeOf, positionAt } from 'stoa/tooling';
import { findNodes, membersOf, nameOf, type SourceModule, type SyntaxNode, spanOf } from '../source/index.ts';
import { lineOf, replaced, type TextEdit } from './text-edits.ts';
import { exportedNodes, translateModule } from './translate-module.ts';
import { leftUnit, type Unit, type UnitOptions } from './unit.ts';
import type { Problem } from './unsupported-files.ts';

export interface GraphqlOptions extends UnitOptions {
  /** Names of types that the shop has. */
  readonly known: ReadonlySet<string>;
}

/** All SDL and resolvers of the storefront's schema. What needs a type that is not there stays behind. */
export function bringGraphql(options: GraphqlOptions): readonly Unit[] {
  const paths = [...options.sources.keys()].filter((path) => path.startsWith('graphql/') && !/\.admin\./.test(path));
  const sdl = paths.filter((path) => path.endsWith('.graphql'));
  const own = new Set(sdl.flatMap((path) => definedTypes(options.sources.get(path) ?? '')));
  const known = new Set([...options.known, ...own, 'String', 'ID', 'Int', 'Float', 'Boolean', 'Query', 'Mutation']);
  const removed = new Set<string>();
  const schemas = sdl.map((path) => bringSdl(path, { ...options, known, removed }));
  const resolvers = paths
    .filter((path) => /\.resolvers\.[jt]s$/.test(path))
    .map((path) => bringResolvers(path, { ...options, removed }));
  return [...schemas, ...resolvers];
}

/** `graphql/types/Comment/Comment.graphql` lies in graphql/Comment/. */
function targetOf(path: string): string {
  return path.replace(/^graphql\/types\//, 'graphql/');
}

function parsed(text: string): DocumentNode | string {
  try {
    return parse(text);
  } catch (error) {
    return errorMessage(error);
  }
}

function definedTypes(text: string): readonly string[] {
  const document = parsed(text);
  if (typeof document === 'string') return [];
  return document.definitions.flatMap((each) =>
    'name' in each && each.kind.endsWith('Definition') ? [each.name?.value ?? ''] : [],
  );
}

function bringSdl(path: string, { sources, known, removed }: GraphqlOptions & { readonly removed: Set<string> }): Unit {
  const text = sources.get(path) ?? '';
  const document = parsed(text);
  if (typeof document === 'string')
    return leftUnit(path, { line: 1, what: `cannot be read: ${document}`, fix: 'Correct it.' });
  const left: Problem[] = [];
  const cuts: TextEdit[] = [];
  const cut = (
    node: { readonly loc?: { readonly start: number; readonly end: number } | undefined },
    what: string,
  ): void => {
    const { start = 0, end = 0 } = node.loc ?? {};
    if (cuts.some((each) => each.start <= start && end <= each.end)) return;
    cuts.push({ start, end, text: '' });
    const fix = 'Write it with types of this shop: "npx stoa schema" prints them.';
    left.push({ line: positionAt(text, start).line, what, fix });
  };
  visit(document, {
    enter(node) {
      if (
        node.kind !== Kind.OBJECT_TYPE_EXTENSION &&
        node.kind !== Kind.OBJECT_TYPE_DEFINITION &&
        node.kind !== Kind.INPUT_OBJECT_TYPE_DEFINITION
      )
        return undefined;
      const type = node.name.value;
      if (node.kind === Kind.OBJECT_TYPE_EXTENSION && !known.has(type)) {
        for (const field of node.fields ?? []) removed.add(`${type}.${field.name.value}`);
        cut(node, `extends "${type}", which this shop does not have`);
        return false;
      }
      const gone = (node.fields ?? []).filter((field) => {
        const types = [field.type, ...('arguments' in field ? (field.arguments ?? []).map((each) => each.type) : [])];
        const unknown = types.map(namedTypeOf).find((name) => !known.has(name));
        if (unknown === undefined) return false;
        removed.add(`${type}.${field.name.value}`);
        cut(field, `"${type}.${field.name.value}" needs the type "${unknown}", which this shop does not have`);
        return true;
      });
      if (gone.length > 0 && gone.length === (node.fields ?? []).length) {
        cuts.splice(0, cuts.length, ...cuts.filter(({ start }) => start < (node.loc?.start ?? 0)));
        cuts.push({ start: node.loc?.start ?? 0, end: node.loc?.end ?? 0, text: '' });
      }
      return false;
    },
  });
  const kept = replaced(text, cuts)
    .replaceAll(/[ \t]+$/gm, '')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
  const isEmpty = kept.replaceAll(/^\s*#.*$/gm, '').trim() === '';
  return { ...leftUnit(path, ...left), files: isEmpty ? {} : { [targetOf(path)]: `${kept}\n` } };
}

function bringResolvers(
  path: string,
  { sources, localsOf, removed }: GraphqlOptions & { readonly removed: ReadonlySet<string> },
): Unit {
  const text = sources.get(path) ?? '';
  const to = targetOf(path);
  const module = translateModule(text, { file: path, local: localsOf(path, to) });
  const types = resolverTypes(module.original);
  const problems = [...module.problems, ...contextProblems(module.original)];
  const gone = types.flatMap(({ type, fields }) => fields.filter(({ name }) => removed.has(`${type}.${name}`)));
  const kept = types
    .map(({ type, fields }) => ({ type, fields: fields.filter(({ name }) => !removed.has(`${type}.${name}`)) }))
    .filter(({ fields }) => fields.length > 0);
  if (kept.length === 0) return leftUnit(path, ...problems);
  if (problems.length > 0) {
    const stubs = to.replace(/\.js$/, '.ts');
    return { ...leftUnit(path, ...problems), files: { [stubs]: stubText(path, kept) } };
  }
  const edits = gone.map(({ node }) => {
    const { start, end } = spanOf(node);
    const [comma = ''] = /^\s*,/.exec(text.slice(end)) ?? [];
    return { start, end: end + comma.length, text: '' };
  });
  const clean =
    gone.length === 0 ? module : translateModule(replaced(text, edits), { file: path, local: localsOf(path, to) });
  return { ...leftUnit(path, ...module.notes), files: { [to]: clean.text }, packages: clean.packages };
}

interface ResolverType {
  readonly type: string;
  readonly fields: ReturnType<typeof membersOf>;
}

/** Types and fields of the exported object. */
function resolverTypes(module: SourceModule): readonly ResolverType[] {
  const types = exportedNodes(module).flatMap((object) => membersOf(module, object));
  return types.map(({ name: type, value }) => ({ type, fields: membersOf(module, value) }));
}

/** What EverShop's context has, and that of Stoa has not. */
const contextMembers: Readonly<Record<string, string>> = {
  pool: 'Use { database } of the context: await database.query("select …", [value]).',
  homeUrl: "Use the context's url(routeId, params).",
  currentUrl: "Use the context's request.url.",
  userTokenPayload: 'Use { user } of the context.',
  customerTokenPayload: 'Use { user } of the context.',
};

function contextProblems(module: SourceModule): readonly Problem[] {
  const functions = resolverTypes(module).flatMap(({ fields }) => fields.map(({ value }) => value));
  return functions.flatMap((each) => {
    const context = 'params' in each ? each.params[2] : undefined;
    if (context === undefined) return [];
    const used = usedOf(each, context);
    return Object.entries(contextMembers).flatMap(([member, fix]) =>
      used.includes(member)
        ? [{ line: lineOf(module, context), what: `uses "${member}" of EverShop's context`, fix }]
        : [],
    );
  });
}

/** The members of a parameter that a function uses. */
function usedOf(work: SyntaxNode, parameter: SyntaxNode): readonly (string | undefined)[] {
  if (parameter.type === 'ObjectPattern')
    return parameter.properties.map((each) => (each.type === 'ObjectProperty' ? nameOf(each.key) : undefined));
  const members = findNodes(work, 'MemberExpression', 'OptionalMemberExpression');
  return members
    .filter(({ object }) => nameOf(object) !== undefined && nameOf(object) === nameOf(parameter))
    .map(({ property }) => nameOf(property));
}

function stubText(path: string, types: readonly ResolverType[]): string {
  const fields = types.map(({ type, fields: own }) => {
    const lines = own.map(({ name }) => `    ${name}: () => notBroughtOver('${type}.${name}'),`);
    return `  ${type}: {\n${lines.join('\n')}\n  },`;
  });
  return `import { StoaError } from 'stoa';

// The resolvers are in EverShop's ${path}. "stoa import-evershop" has said what keeps them there.
function notBroughtOver(field: string): never {
  throw new StoaError('NOT_BROUGHT_OVER', \`\${field} is not brought over from EverShop yet.\`, { status: 501 });
}

export default {
${fields.join('\n')}
};
`;
}
