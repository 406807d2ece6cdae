import { readFile, writeFile } from 'node:fs/promises';
import { basename, join, relative, resolve, sep } from 'node:path';
import type { Command } from 'commander';
import { errorCode, errorFinding, type Finding, isExtensionId, pathExists, StartupError } from '#base';
import type { ExtensionManifest } from '#extensions';
import type { PackageJson } from '#packing';
import { exitCode } from '../shared/exit-code.ts';
import { table, writeJson, writeOutput } from '../shared/output.ts';
import { configFile } from '../shared/shared-options.ts';

export function registerExtensions(program: Command): void {
  program
    .command('extensions')
    .description('list the extensions in the shop and what each brings')
    .option('--json', 'print one JSON object')
    .action(async (options: { readonly json?: true }, command: Command) => {
      const { loadConfig } = await import('#config');
      const { assemble } = await import('#gateway');
      const config = await loadConfig(configFile(command), { environment: process.env });
      const { manifests } = await assemble(config);
      const rows = manifests.map((manifest, index) => ({
        name: manifest.id,
        version: manifest.version ?? null,
        placement: config.extensions[index]?.placement.kind ?? 'in-process',
        folder: manifest.folder,
        endpoints: manifest.endpoints.map(({ routeId }) => routeId),
        graphqlFiles: manifest.sdl.map(({ file }) => relative(manifest.folder, file)),
        migrations: manifest.migrations.map(({ name }) => name),
      }));
      if (options.json) return writeJson({ extensions: rows });
      await writeOutput(
        table([
          ['NAME', 'VERSION', 'PLACEMENT', 'ENDPOINTS', 'GRAPHQL', 'MIGRATIONS', 'FOLDER'],
          ...rows.map((row) => [
            row.name,
            row.version ?? '-',
            row.placement,
            String(row.endpoints.length),
            String(row.graphqlFiles.length),
            String(row.migrations.length),
            relative(process.cwd(), row.folder) || '.',
          ]),
        ]),
      );
    });
}

interface PackCommandOptions {
  readonly out: string;
  readonly previous?: string;
  readonly changelog?: true;
  readonly strict?: true;
  readonly json?: true;
}

export function registerPack(program: Command): void {
  program
    .command('pack <extension>')
    .description('check an extension, and make an npm package of it: its name in gateway.yaml, or its folder')
    .option('--out <folder>', 'the folder for the package', 'tarballs')
    .option('--previous <file>', 'the version before: a package or its extension.contract.json (default: in --out)')
    .option('--changelog', 'write what its contract changes into CHANGELOG.md')
    .option('--strict', 'make no package when there are warnings')
    .option('--json', 'print one JSON object')
    .action(async (name: string, options: PackCommandOptions, command: Command) => {
      const { manifest, isDeclared } = await findExtension(name, configFile(command));
      if (isDeclared) await requireSound(manifest, configFile(command));
      const failed = await pack(manifest, options);
      // Exit explicitly, because timers and sockets of extension modules would keep the process alive.
      process.exit(failed ? exitCode.findings : exitCode.fine);
    });
}

/** Throws StartupError with what the shop finds in this extension, such as a contract or types that are not fresh. */
async function requireSound({ folder }: ExtensionManifest, file: string): Promise<void> {
  const { checkShop } = await import('../check/check-shop.ts');
  const { findings } = await checkShop(file, { environment: process.env, database: 'no' });
  const own = findings.filter(({ where }) => where.file.startsWith(folder + sep));
  const left = own.filter(({ code, severity }) => severity === 'error' || code === 'TYPES_STALE');
  if (left.length > 0) throw new StartupError(left);
}

async function pack(manifest: ExtensionManifest, options: PackCommandOptions): Promise<boolean> {
  const { packExtension } = await import('#packing');
  const { checkShop } = await import('../check/check-shop.ts');
  const { findingsJson, printFindings } = await import('../shared/print-findings.ts');
  const out = resolve(options.out);
  let changelog = '';
  const { findings, tarball, name, version, size, files, released } = await packExtension({
    manifest,
    out,
    strict: options.strict === true,
    check: async (file) =>
      (await checkShop(file, { environment: process.env, database: 'no', contracts: false })).findings,
    prepare: async (packed) => {
      const compared = await compareWithPrevious(manifest, packed, { ...options, out });
      ({ changelog } = compared);
      return compared.findings;
    },
  });
  const isPacked = tarball !== undefined;
  if (options.json) {
    await writeJson({
      ...findingsJson(findings),
      ok: isPacked,
      tarball: tarball ?? null,
      name,
      version,
      size,
      files,
      released,
    });
    return !isPacked;
  }
  if (findings.length > 0) process.stderr.write(`${printFindings(findings)}\n`);
  if (!isPacked) return true;
  const kilobytes = Math.ceil(size / 1000);
  await writeOutput(`${changelog}${relative(process.cwd(), tarball)}  ${kilobytes} kB, ${files.length} files`);
  if (released.length > 0)
    await writeOutput(`released: ${released.join(', ')}. Commit migrations/released.json: they may no longer change.`);
  return false;
}

interface Compared {
  readonly findings: readonly Finding[];
  /** For people, with an empty line at its end; empty without a version before. */
  readonly changelog: string;
}

async function compareWithPrevious(
  { folder }: ExtensionManifest,
  { name, version }: PackageJson,
  { out, previous: given, changelog: isWritten }: PackCommandOptions,
): Promise<Compared> {
  const { contractChangelog, previousContract, versionFindings, withSection } = await import('#packing');
  const { contractChanges } = await import('../diff/compare-shops.ts');
  const current = join(folder, 'extension.contract.json');
  // Without one, the contents of the package are not complete, which is a finding of its own.
  if (!(await pathExists(current))) return { findings: [], changelog: '' };
  const previous = await previousContract(given && resolve(given), { out, name, version });
  if (previous === undefined) return { findings: [], changelog: '' };
  try {
    const changes = await contractChanges(previous.file, current);
    const section = contractChangelog(version, changes);
    if (isWritten) {
      const file = join(folder, 'CHANGELOG.md');
      await writeFile(file, withSection(await readText(file), version, section));
    }
    const file = join(folder, 'package.json');
    const findings = versionFindings(changes, { before: previous.version, after: version, file });
    return { findings, changelog: `${section}\n` };
  } finally {
    await previous.remove();
  }
}

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return '';
    throw error;
  }
}

/** An extension by its name in gateway.yaml, or by its folder. Throws StartupError with its findings. */
async function findExtension(
  name: string,
  file: string,
): Promise<{ readonly manifest: ExtensionManifest; readonly isDeclared: boolean }> {
  const { readExtension, resolveExtension } = await import('#extensions');
  const declared = (await pathExists(file)) ? await declaredFolder(name, file) : undefined;
  const folder = declared ?? resolve(name);
  const found = declared === undefined ? await resolveExtension(name, process.cwd()) : { folder };
  const id = declared === undefined ? await idOf(folder) : name;
  if (!('folder' in found) || !isExtensionId(id)) {
    const what = `there is no extension "${name}" in gateway.yaml, and no such folder`;
    const fix = 'Name an extension of gateway.yaml, or the folder of one, such as "./extensions/reviews".';
    throw new StartupError([errorFinding('EXTENSION_NOT_FOUND', { where: { file }, what, fix })]);
  }
  const { manifest, findings } = await readExtension({ id, folder: found.folder, declaredAt: { file: found.folder } });
  if (findings.length > 0) throw new StartupError(findings);
  return { manifest, isDeclared: declared !== undefined };
}

async function declaredFolder(name: string, file: string): Promise<string | undefined> {
  const { readConfig } = await import('#config');
  const { resolveExtension } = await import('#extensions');
  const { config } = await readConfig(file, { environment: process.env, purpose: 'check' });
  const own = [...(config?.extensions ?? []), ...(config?.disabled ?? [])].find((each) => each.name === name);
  if (config === undefined || own === undefined) return undefined;
  const found = await resolveExtension(own.resolve, config.folder);
  return 'folder' in found ? found.folder : undefined;
}

/** The name in its contract, or that of its folder. */
async function idOf(folder: string): Promise<string> {
  const { contractName, readContractIfThere } = await import('#shop');
  return (await readContractIfThere(join(folder, contractName)))?.extension ?? basename(folder);
}
