import { existsSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { type ExtensionManifest, errorFinding, type Finding } from 'stoa/tooling';
import { contractName } from '../../shop/index.ts';

/** Files that no package should have. */
const secretFile = /(?:^|\/)(?:\.env(?:\..+)?|\.npmrc|id_(?:rsa|ed25519|ecdsa)|[^/]+\.(?:pem|key|p12|pfx))$/i;

/** Files that a shop never reads. */
const needless = /^(?:node_modules|test|tests|coverage|\.stoa|\.git(?:hub)?)\//;

/** What the package lacks of what its folder has, and what it has that it should not have. */
export function checkContents(manifest: ExtensionManifest, packed: readonly string[]): readonly Finding[] {
  const inside = new Set(packed);
  const missing = neededFiles(manifest).filter((name) => !inside.has(name));
  const folders = [...new Set(missing.map((name) => name.split('/')[0] ?? name))];
  const where = { file: join(manifest.folder, 'package.json'), line: 1 };
  const spare = packed.filter((name) => needless.test(name));
  return [
    ...folders.map((name) => {
      const own = missing.filter((each) => each === name || each.startsWith(`${name}/`));
      const what = `the package lacks ${own.slice(0, 3).join(', ')}${own.length > 3 ? ` and ${own.length - 3} more` : ''}`;
      return errorFinding('PACKAGE_FILES', { where, what, fix: `Add "${name}" to "files".` });
    }),
    ...packed
      .filter((name) => secretFile.test(name))
      .map((name) =>
        errorFinding('PACKAGE_FILES', {
          where: { file: join(manifest.folder, name) },
          what: 'the package has this file, which may have secrets in it',
          fix: 'List in "files" only what a shop needs.',
        }),
      ),
    ...(inside.has(contractName)
      ? []
      : [
          errorFinding('PACKAGE_FILES', {
            where,
            what: `the package has no ${contractName}, by which others are checked against it`,
            fix: existsSync(join(manifest.folder, contractName))
              ? `Add "${contractName}" to "files".`
              : `Run "npx stoa types", and add "${contractName}" to "files".`,
          }),
        ]),
    ...(spare.length === 0
      ? []
      : [
          {
            severity: 'warning' as const,
            code: 'PACKAGE_ADVICE' as const,
            where,
            what: `the package has ${spare.length} files that no shop reads, such as ${spare[0]}`,
            fix: 'List in "files" only what a shop needs.',
          },
        ]),
  ];
}

/** Every file that discovery has found, and the types that editors need. The proof finds what these import. */
function neededFiles(manifest: ExtensionManifest): readonly string[] {
  const { folder, id, endpoints, sdl, resolverFiles, migrations, seeds, pages, assets, mesh } = manifest;
  const files = [
    ...endpoints.flatMap(({ source, handlers }) => [source.file, ...handlers.map(({ file }) => file)]),
    ...[...sdl, ...migrations, ...seeds, ...pages, ...assets].map(({ file }) => file),
    ...resolverFiles,
    ...(mesh === undefined ? [] : [mesh.file, ...mesh.files]),
    ...[`${id}.gen.ts`].map((name) => join(folder, name)).filter((file) => existsSync(file)),
  ];
  return [...new Set(files.map((file) => relative(folder, file).split(sep).join('/')))];
}
