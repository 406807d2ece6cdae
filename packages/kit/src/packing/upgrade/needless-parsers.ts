import { basename, dirname, join } from 'node:path';
import { type EndpointManifest, type ExtensionManifest, type HandlerFile, isObject } from 'stoa/tooling';
import type { Concerned } from './change.ts';
import { dottedName, findNodes, isNode, nameOf, nodesOf, parseFile, type SyntaxNode } from './syntax.ts';

const parsers = ['json', 'urlencoded'];

/** Handlers that do nothing but parse a body that route.json describes, as Express does it. */
export async function findNeedlessParsers({ endpoints }: ExtensionManifest): Promise<readonly Concerned[]> {
  const found = await Promise.all(endpoints.map(ofEndpoint));
  return found.flat();
}

async function ofEndpoint({ handlers, schemas }: EndpointManifest): Promise<readonly Concerned[]> {
  if (schemas.body === undefined) return [];
  const needless: HandlerFile[] = [];
  for (const handler of handlers) if (handlers.length > 1 && (await onlyParses(handler.file))) needless.push(handler);
  return needless.flatMap(({ name, file, prerequisites }) => {
    const followers = handlers.filter((each) => each.prerequisites.includes(name));
    const fix = 'Remove it, and its name from the brackets of other handlers.';
    // A handler between others keeps their order.
    const mends = prerequisites.length === 0;
    return [
      { file, line: 1, fix, ...(mends && { mend: { kind: 'remove' as const } }) },
      ...followers.map((follower) => ({
        file: follower.file,
        line: 1,
        fix: `Take "${name}" out of its brackets.`,
        ...(mends && { mend: { kind: 'rename' as const, to: withoutPrerequisite(follower, name) } }),
      })),
    ];
  });
}

function withoutPrerequisite({ file, name, prerequisites }: HandlerFile, parser: string): string {
  const left = prerequisites.filter((each) => each !== parser).map((each) => `[${each}]`);
  const ending = basename(file).slice(basename(file).lastIndexOf('.'));
  return join(dirname(file), `${left.join('')}${name}${ending}`);
}

/** A module of `import express from 'express'` and one default export: parsers, alone or in a router. */
async function onlyParses(file: string): Promise<boolean> {
  const parsed = await parseFile(file);
  const [first, second, ...others] = nodesOf(isObject(parsed?.program) ? parsed.program.body : []);
  if (others.length > 0 || first?.type !== 'ImportDeclaration' || second?.type !== 'ExportDefaultDeclaration')
    return false;
  if (!isObject(first.source) || first.source.value !== 'express') return false;
  const specifiers = nodesOf(first.specifiers);
  const names = new Map(specifiers.map(({ local, imported }) => [nameOf(local) ?? '', nameOf(imported)]));
  return isParser(second.declaration, names);
}

function isParser(node: unknown, names: ReadonlyMap<string, string | undefined>): boolean {
  if (!isNode(node) || node.type !== 'CallExpression') return false;
  const called = dottedName(node.callee) ?? '';
  const [whole = '', member] = called.split('.');
  const name = member ?? names.get(whole);
  if (names.has(whole) && parsers.includes(name ?? '')) return isHarmless(node);
  return isRouterOf(node, names);
}

/** `express.Router().use(express.json(), …)`. */
function isRouterOf(node: SyntaxNode, names: ReadonlyMap<string, string | undefined>): boolean {
  const { callee } = node;
  if (!isNode(callee) || callee.type !== 'MemberExpression' || nameOf(callee.property) !== 'use') return false;
  const router = callee.object;
  if (!isNode(router) || router.type !== 'CallExpression') return false;
  const made = dottedName(router.callee) ?? '';
  const isRouter = made.endsWith('.Router') || names.get(made) === 'Router';
  const given = nodesOf(node.arguments);
  return isRouter && given.length > 0 && given.every((each) => isParser(each, names));
}

/** Options that the gateway's own parser has, too. `verify` and `reviver` do work of their own. */
function isHarmless(call: SyntaxNode): boolean {
  const keys = findNodes(call.arguments, ({ type }) => type === 'ObjectProperty' || type === 'ObjectMethod').map(
    ({ key }) => nameOf(key),
  );
  return keys.every((key) => ['inflate', 'extended', 'limit', 'strict'].includes(key ?? ''));
}
