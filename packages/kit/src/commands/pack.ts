import { existsSync } from 'node:fs';
import { basename, join, relative, resolve, sep } from 'node:path';
import {
  checkShop,
  type ExtensionManifest,
  errorFinding,
  exitCode,
  findingsJson,
  isExtensionId,
  printReport,
  progress,
  readConfig,
  readExtension,
  resolveExtension,
  StartupError,
  writeOutput,
} from 'stoa/tooling';
import { contractChanges } from '../diff/index.ts';
import { compareWithPrevious, packExtension } from '../packing/index.ts';
import { contractName, readContractIfThere } from '../shop/index.ts';

export interface PackOptions {
  readonly out: string;
  readonly previous?: string;
  readonly changelog?: true;
  readonly strict?: true;
  readonly json?: true;
}

/** `stoa pack EXTENSION`: checks an extension, and makes an npm package of it. */
export async function runPack(name: string, options: PackOptions, file: string): Promise<void> {
  const { manifest, isDeclared } = await findExtension(name, file);
  progress.step('stoa pack: it checks the shop');
  const sound = isDeclared ? requireSound(manifest, file) : Promise.resolve();
  const failed = await sound.then(() => pack(manifest, options)).finally(() => progress.end());
  // Exit explicitly, because timers and sockets of extension modules would keep the process alive.
  process.exit(failed ? exitCode.findings : exitCode.fine);
}

/** Throws StartupError with what the shop finds in this extension, such as a contract or types that are not fresh. */
async function requireSound({ folder }: ExtensionManifest, file: string): Promise<void> {
  const { findings } = await checkShop(file, { environment: process.env, database: 'no' });
  const own = findings.filter(({ where }) => where.file.startsWith(folder + sep));
  const left = own.filter(({ code, severity }) => severity === 'error' || code === 'TYPES_STALE');
  if (left.length > 0) throw new StartupError(left);
}

async function pack(manifest: ExtensionManifest, options: PackOptions): Promise<boolean> {
  const out = resolve(options.out);
  let changelog = '';
  const { findings, tarball, name, version, size, files, released } = await packExtension({
    manifest,
    out,
    strict: options.strict === true,
    check: async (file) => {
      progress.step('stoa pack: it starts the package alone');
      return (await checkShop(file, { environment: process.env, database: 'no', contracts: false })).findings;
    },
    prepare: async (packed) => {
      progress.step('stoa pack: it compares versions, and lets npm pack');
      const compared = await compareWithPrevious(manifest.folder, {
        name: packed.name,
        version: packed.version,
        out,
        previous: options.previous && resolve(options.previous),
        writesChangelog: options.changelog === true,
        changesOf: contractChanges,
      });
      ({ changelog } = compared);
      return compared.findings;
    },
  });
  progress.end();
  const isPacked = tarball !== undefined;
  if (options.json) {
    const json = {
      ...findingsJson(findings),
      ok: isPacked,
      tarball: tarball ?? null,
      name,
      version,
      size,
      files,
      released,
    };
    await writeOutput(JSON.stringify(json, null, 2));
    return !isPacked;
  }
  printReport(findings);
  if (!isPacked) return true;
  const kilobytes = Math.ceil(size / 1000);
  await writeOutput(`${changelog}${relative(process.cwd(), tarball)}  ${kilobytes} kB, ${files.length} files`);
  if (released.length > 0)
    await writeOutput(`released: ${released.join(', ')}. Commit migrations/released.json: they may no longer change.`);
  return false;
}

/** An extension by its name in gateway.yaml, or by its folder. Throws StartupError with its findings. */
async function findExtension(
  name: string,
  file: string,
): Promise<{ readonly manifest: ExtensionManifest; readonly isDeclared: boolean }> {
  const declared = existsSync(file) ? await declaredFolder(name, file) : undefined;
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
  const { config } = await readConfig(file, { environment: process.env, purpose: 'check' });
  const own = [...(config?.extensions ?? []), ...(config?.disabled ?? [])].find((each) => each.name === name);
  if (config === undefined || own === undefined) return undefined;
  const found = await resolveExtension(own.resolve, config.folder);
  return 'folder' in found ? found.folder : undefined;
}

/** The name in its contract, or that of its folder. */
async function idOf(folder: string): Promise<string> {
  return (await readContractIfThere(join(folder, contractName)))?.extension ?? basename(folder);
}
