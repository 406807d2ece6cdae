import { existsSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { type ExtensionManifest, errorFinding, type Finding } from 'stoa/tooling';
import { contractName } from '../../shop/index.ts';

/** Files that no package should have. */
const secretFile = /(?:^|\/)(?:\.env(?:\..+)?|\.npmrc|id_(?:rsa|ed25519|ecdsa)|[^/]+\.(?:pem|key|p12|pfx))$/i;

/** Files that a shop never reads. */
const needless = /^(?:node_modules|test|tests|coverage|\.stoa|\.git(?:hub)?)\//;

const onlyNeeded = 'List in "files" only what a shop needs.';

/** What the package lacks of what its folder has, and what it has that it should not have. */
export function checkContents(manifest: ExtensionManifest, packed: readonly string[]): readonly Finding[] {
  const { folder } = manifest;
  const where = { file: join(folder, 'package.json'), line: 1 };
  const wrong = (what: string, fix: string, at: Finding['where'] = where): Finding =>
    errorFinding('PACKAGE_FILES', { where: at, what, fix });
  const missing = neededFiles(manifest).filter((name) => !packed.includes(name));
  const findings = [...Map.groupBy(missing, (name) => name.split('/')[0])].map(([name, own]) => {
    const more = own.length > 3 ? ` and ${own.length - 3} more` : '';
    return wrong(`the package lacks ${own.slice(0, 3).join(', ')}${more}`, `Add "${name}" to "files".`);
  });
  for (const name of packed.filter((each) => secretFile.test(each))) {
    const what = 'the package has this file, which may have secrets in it';
    findings.push(wrong(what, onlyNeeded, { file: join(folder, name) }));
  }
  if (!packed.includes(contractName)) {
    const first = existsSync(join(folder, contractName)) ? 'Add' : 'Run "npx stoa types", and add';
    const what = `the package has no ${contractName}, by which others are checked against it`;
    findings.push(wrong(what, `${first} "${contractName}" to "files".`));
  }
  const spare = packed.filter((name) => needless.test(name));
  if (spare.length === 0) return findings;
  const what = `the package has ${spare.length} files that no shop reads, such as ${spare[0]}`;
  return [...findings, { severity: 'warning', code: 'PACKAGE_ADVICE', where, what, fix: onlyNeeded }];
}

/** Every file that discovery has found, and the types that editors need. The proof finds what these import. */
function neededFiles(manifest: ExtensionManifest): readonly string[] {
  const { folder, id, endpoints, sdl, resolverFiles, migrations, seeds, pages, ownPages, assets, textFiles, mesh } =
    manifest;
  const files = [
    ...endpoints.flatMap(({ source, handlers }) => [source.file, ...handlers.map(({ file }) => file)]),
    ...[...sdl, ...migrations, ...seeds, ...pages, ...assets].map(({ file }) => file),
    ...ownPages.flatMap(({ places }) => places.get('path')?.file ?? []),
    ...resolverFiles,
    ...(mesh === undefined ? [] : [mesh.file, ...mesh.files]),
    ...textFiles.map(({ file }) => file),
    ...[`${id}.gen.ts`].map((name) => join(folder, name)).filter((file) => existsSync(file)),
  ];
  return [...new Set(files.map((file) => relative(folder, file).split(sep).join('/')))];
}
