/** Makes the folder of the npm package `@stoa/kit`. */
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { own, root } from './manifest.ts';

interface KitManifest {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly license: string;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta: object;
}

const source = join(root, 'packages/kit');

/** Writes the package to this folder. Its code imports `stoa`, and has none of it, because classes must be one. */
export async function buildKit(target: string): Promise<void> {
  const kit: KitManifest = JSON.parse(await readFile(join(source, 'package.json'), 'utf8'));
  if (kit.version !== own.version || kit.peerDependencies.stoa !== own.version)
    throw new Error(`packages/kit must have the version ${own.version} of stoa, and name it as its peer`);
  const outside = [...Object.keys(kit.dependencies), ...Object.keys(kit.peerDependencies)];
  await mkdir(target, { recursive: true });
  await build({
    entryPoints: { kit: join(source, 'src/index.ts') },
    outdir: join(target, 'lib'),
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node22',
    chunkNames: 'chunk-[hash]',
    external: outside.flatMap((name) => [name, `${name}/*`]),
    legalComments: 'none',
    logLevel: 'warning',
  });
  await Promise.all([
    cp(join(root, 'LICENSE'), join(target, 'LICENSE')),
    cp(join(source, 'README.md'), join(target, 'README.md')),
    writeFile(join(target, 'package.json'), `${JSON.stringify(packageManifest(kit), null, 2)}\n`),
  ]);
}

function packageManifest({ name, version, description, license, ...kit }: KitManifest): object {
  return {
    ...{ name, version, description, license, type: 'module', engines: { node: '>=20.17' } },
    exports: { '.': './lib/kit.js', './package.json': './package.json' },
    dependencies: kit.dependencies,
    peerDependencies: kit.peerDependencies,
    peerDependenciesMeta: kit.peerDependenciesMeta,
  };
}
