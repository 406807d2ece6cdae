/** Makes the package.json of the npm package from the repository's own. */
import { readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';

export const root = resolve(import.meta.dirname, '../..');

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly license: string;
  readonly exports: Readonly<Record<string, string>>;
  readonly imports: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly optionalDependencies: Readonly<Record<string, string>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta: object;
}

export const own: Manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** A module that users of the package import: `stoa`, `stoa/gateway`, … */
export interface PublicEntry {
  /** Key in `exports`: `.`, `./gateway`. */
  readonly path: string;
  /** Path relative to the repository. */
  readonly source: string;
  /** Name of its module in lib/, without the ending. */
  readonly name: string;
}

export const publicEntries: readonly PublicEntry[] = Object.entries(own.exports).map(([path, source]) => ({
  path,
  source,
  name: path === '.' ? basename(source, '.ts') : path.slice('./'.length),
}));

/** For the kit alone: it has no declarations. */
export const toolingPath = './tooling';

/** Bundled into lib/, because these packages need `overrides`, which npm reads only in the root project. */
const inside = /^@graphql-tools\//;

/** A dependency of the shop, because a package cannot choose the Node that runs it. */
const ofTheShop = 'node';

const outside = Object.entries(own.dependencies).filter(([name]) => !inside.test(name) && name !== ofTheShop);

export const outsidePackages: readonly string[] = [
  ...outside.map(([name]) => name),
  ...Object.keys(own.optionalDependencies),
  ...Object.keys(own.peerDependencies),
];

export function packageManifest(): object {
  const { name, version, description, license, optionalDependencies, peerDependencies, peerDependenciesMeta } = own;
  return {
    name,
    version,
    description,
    license,
    type: 'module',
    // The Node that npm needs for the installation. bin/stoa.mjs says which Node runs a shop, and how to get it.
    engines: { node: '>=20.17' },
    bin: { stoa: 'bin/stoa.mjs' },
    exports: {
      ...Object.fromEntries(
        publicEntries.map(({ path, name, source }) => [
          path,
          path === toolingPath
            ? `./lib/${name}.js`
            : { types: `./types/${declarationOf(source)}`, default: `./lib/${name}.js` },
        ]),
      ),
      './schemas/*': './schemas/*',
      './package.json': './package.json',
    },
    imports: {
      '#command-line': './lib/command-line.js',
      '#create-stoa': './create-stoa/create-shop.mjs',
      '#gateway-schema': own.imports['#gateway-schema'],
    },
    dependencies: Object.fromEntries(outside),
    optionalDependencies,
    peerDependencies,
    peerDependenciesMeta,
  };
}

/** Path of a source's declarations below types/. */
export function declarationOf(source: string): string {
  return source.replace(/^\.?\/?src\//, '').replace(/\.ts$/, '.d.ts');
}
