import { createRequire } from 'node:module';
import { isAbsolute, join } from 'node:path';
import { isObject } from '../base/is-object.ts';
import { requireOwn } from '../base/own-files.ts';
import { errorFinding, type Finding } from '../base/startup-error.ts';
import type { MeshManifest, MeshPackageEntry } from '../extensions/manifest.ts';
import { errorCode } from '../extensions/source-file.ts';

type Require = NodeJS.Require;

/** The npm packages of one extension's Mesh: the extension's own, the project's around it, or else the gateway's. */
export class MeshPackages {
  readonly #requires: Require[];

  constructor(folder: string) {
    this.#requires = [createRequire(join(folder, 'package.json')), requireOwn];
  }

  /** Where a package lies; undefined when it is not installed. */
  find(name: string): string | undefined {
    // Code in files would run without having been bundled or tried; and graphql itself is not the handler of that name.
    if (name.startsWith('.') || isAbsolute(name) || name === 'graphql') return undefined;
    for (const require of this.#requires) {
      try {
        return require.resolve(name);
      } catch (error) {
        if (!isMissing(error)) throw error;
      }
    }
    return undefined;
  }

  /** Runs a package that is installed. */
  load(name: string): unknown {
    const file = this.find(name);
    // In these words Mesh takes it for one that is not there, and tries the next name.
    if (file === undefined) throw new Error(`Cannot find package '${name}'`);
    const before = new Set(Object.keys(globalThis));
    try {
      return createRequire(file)(file);
    } finally {
      // tslib makes a global of each of its helpers, besides exporting them; nobody in this process asked for those.
      for (const key of Object.keys(globalThis))
        if (key.startsWith('__') && !before.has(key)) Reflect.deleteProperty(globalThis, key);
    }
  }

  /** What Mesh itself depends on is found from where Mesh lies. */
  addPlace(file: string): void {
    this.#requires.push(createRequire(file));
  }
}

function isMissing(error: unknown): boolean {
  return ['MODULE_NOT_FOUND', 'ERR_PACKAGE_PATH_NOT_EXPORTED'].includes(errorCode(error));
}

/** A map of exports, as `require` gives it. */
export function exportsOf(module: unknown): Readonly<Record<string, unknown>> {
  return isObject(module) ? module : {};
}

export const meshName = '@graphql-mesh/cli';

/** What has to be installed before this Mesh can run. */
export function missingPackages({ file, packages }: MeshManifest, installed: MeshPackages): readonly Finding[] {
  const mesh = installed.find(meshName);
  if (mesh === undefined) {
    const what = `needs GraphQL Mesh, and "${meshName}" is not installed`;
    return [errorFinding('MESH_NOT_INSTALLED', { where: { file, line: 1 }, what, fix: `npm install ${meshName}` })];
  }
  installed.addPlace(mesh);
  const own = installed.find('@graphql-mesh/config');
  if (own !== undefined) installed.addPlace(own);
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

/** The packages by which Mesh looks for one, most likely first. */
export function namesOf({ kind, name }: MeshPackageEntry): readonly [string, ...string[]] {
  const dashed = name.replace(/([a-z0-9])([A-Z])/g, '$1-$2').toLowerCase();
  const prefix = kind === 'handler' ? '' : `${kind}-`;
  const names = [dashed, `${dashed}-${kind}`, `${kind}-${dashed}`];
  const likely = `@graphql-mesh/${prefix}${dashed}`;
  return [likely, ...names.map((each) => `@graphql-mesh/${each}`), ...names];
}
