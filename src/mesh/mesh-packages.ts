import { createRequire } from 'node:module';
import { isAbsolute, join } from 'node:path';
import { errorCode, errorFinding, type Finding, isObject, requireOwn } from '#base';
import type { MeshManifest } from '#extensions';

type MeshPackageEntry = MeshManifest['packages'][number];

type Require = NodeJS.Require;

/** Finds the npm packages of one extension's Mesh: from its folder and the parents, then from the gateway's. */
export class MeshPackages {
  readonly #requires: Require[];

  constructor(folder: string) {
    this.#requires = [createRequire(join(folder, 'package.json')), requireOwn];
  }

  /** Path of a package. Undefined when it is not installed. */
  find(name: string): string | undefined {
    // Files are refused: their code would run without bundling and trial. Package graphql is not the handler `graphql`.
    if (name.startsWith('.') || isAbsolute(name) || name === 'graphql') return undefined;
    for (const require of this.#requires) {
      try {
        return require.resolve(name);
      } catch (error) {
        if (!['MODULE_NOT_FOUND', 'ERR_PACKAGE_PATH_NOT_EXPORTED'].includes(errorCode(error))) throw error;
      }
    }
    return undefined;
  }

  load(name: string): unknown {
    const file = this.find(name);
    // By this message Mesh recognises a missing package, and tries the next name.
    if (file === undefined) throw new Error(`Cannot find package '${name}'`);
    const before = new Set(Object.keys(globalThis));
    try {
      return createRequire(file)(file);
    } finally {
      // tslib defines each of its helpers as a global too. Remove them, because other code might see them.
      for (const key of Object.keys(globalThis))
        if (key.startsWith('__') && !before.has(key)) Reflect.deleteProperty(globalThis, key);
    }
  }

  /** Adds Mesh's own location, from where its dependencies can be found. */
  addLocation(file: string): void {
    this.#requires.push(createRequire(file));
  }
}

/** The exports of a CommonJS module as a map. */
export function exportsOf(module: unknown): Readonly<Record<string, unknown>> {
  return isObject(module) ? module : {};
}

export const meshName = '@graphql-mesh/cli';

/** Reports the packages that this `.meshrc.yaml` needs and that are not installed. */
export function missingPackages({ file, packages }: MeshManifest, installed: MeshPackages): readonly Finding[] {
  const mesh = installed.find(meshName);
  if (mesh === undefined) {
    const what = `needs GraphQL Mesh, and "${meshName}" is not installed`;
    return [errorFinding('MESH_NOT_INSTALLED', { where: { file, line: 1 }, what, fix: `npm install ${meshName}` })];
  }
  installed.addLocation(mesh);
  const own = installed.find('@graphql-mesh/config');
  if (own !== undefined) installed.addLocation(own);
  return packages
    .filter((entry) => namesOf(entry).every((name) => installed.find(name) === undefined))
    .map(({ kind, name, where }) =>
      errorFinding('MESH_NOT_INSTALLED', {
        where,
        what: `the ${kind} "${name}" is no package that is installed`,
        fix: `npm install ${namesOf({ kind, name, where })[0]}, if it is spelt right.`,
      }),
    );
}

/** Names under which Mesh looks for a package, most likely first. */
export function namesOf({ kind, name }: MeshPackageEntry): readonly [string, ...string[]] {
  const dashed = name.replace(/([a-z0-9])([A-Z])/g, '$1-$2').toLowerCase();
  const prefix = kind === 'handler' ? '' : `${kind}-`;
  const names = [dashed, `${dashed}-${kind}`, `${kind}-${dashed}`];
  const likely = `@graphql-mesh/${prefix}${dashed}`;
  return [likely, ...names.map((each) => `@graphql-mesh/${each}`), ...names];
}
