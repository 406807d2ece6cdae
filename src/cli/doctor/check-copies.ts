import { readdir, realpath } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { ownFiles } from '#base';
import { checkNamed, type DoctorCheck } from './doctor-check.ts';

/** Packages that must exist once in a process: two copies do not recognise each other's objects or state. */
const single = ['graphql', 'react', 'react-dom'] as const;

/** Dependencies of stoa that must use the same copy. */
const users = ['@graphql-tools/stitch', '@graphql-tools/utils', '@graphql-tools/schema', 'react-dom'];

/** `folders`: of gateway.yaml and the extensions. Extensions import stoa's copy, but their tools may find another. */
export async function checkCopies(folders: readonly string[]): Promise<readonly DoctorCheck[]> {
  return Promise.all(single.map((name) => checkCopy(name, folders)));
}

async function checkCopy(name: string, folders: readonly string[]): Promise<DoctorCheck> {
  const { ok, warn, fail } = checkNamed(name);
  const own = await packageFolder(name, ownFiles.codeFolder);
  if (own === undefined) return fail('is not installed', 'Run npm ci.');
  const ofUsers = await Promise.all(
    users.map(async (user) => {
      const folder = await packageFolder(user, ownFiles.codeFolder);
      return folder === undefined ? undefined : packageFolder(name, folder);
    }),
  );
  const second = ofUsers.find((folder) => folder !== undefined && folder !== own);
  if (second !== undefined)
    return fail(
      `there are two copies that the gateway would use: ${own} and ${second}`,
      `Run: npm ls ${name}, then npm dedupe.`,
    );
  const around = await Promise.all(folders.map((folder) => packageFolder(name, folder)));
  const nested = (await Promise.all(folders.map((folder) => nestedCopies(name, folder)))).flat();
  const others = [...new Set([...around, ...nested])].filter((folder) => folder !== undefined && folder !== own);
  if (others.length === 0) return ok(`one copy, at ${own}`);
  const fix = `Leave it out of the dependencies of that package, or make it a peer dependency; npm ls ${name} says whose it is.`;
  return warn(`another copy lies at ${others.join(', ')}`, fix);
}

async function packageFolder(name: string, from: string): Promise<string | undefined> {
  for (const path of createRequire(join(from, 'x.js')).resolve.paths(name) ?? []) {
    const folder = await realpath(join(path, name)).catch(() => undefined);
    if (folder !== undefined) return folder;
  }
  return undefined;
}

/** Copies below a dependency: node_modules/x/node_modules/graphql. */
async function nestedCopies(name: string, folder: string): Promise<readonly string[]> {
  const modules = join(folder, 'node_modules');
  const names = await namesIn(modules);
  const scoped = await Promise.all(
    names
      .filter((each) => each.startsWith('@'))
      .map(async (scope) => (await namesIn(join(modules, scope))).map((each) => join(scope, each))),
  );
  const found = await Promise.all(
    [...names, ...scoped.flat()].map((each) =>
      realpath(join(modules, each, 'node_modules', name)).catch(() => undefined),
    ),
  );
  return found.filter((path) => path !== undefined);
}

async function namesIn(folder: string): Promise<readonly string[]> {
  return readdir(folder).catch(() => []);
}
