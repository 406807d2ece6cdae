import { realpath } from 'node:fs/promises';
import { errorFinding, type Finding } from '../base/findings/startup-error.ts';
import type { Config, ExtensionConfig } from '../config/config.ts';
import type { ExtensionManifest } from './manifest.ts';
import { readExtension } from './read-extension.ts';
import { resolveExtension } from './resolve-extension.ts';

/** The part of the Config that discovery needs. */
export type DiscoveryConfig = Pick<Config, 'folder' | 'extensions'>;

export interface Discovery {
  /** Extensions without errors, in the order of gateway.yaml. */
  readonly manifests: readonly ExtensionManifest[];
  /** Findings of all extensions, in the same order. */
  readonly findings: readonly Finding[];
}

/** Reads the folder of every enabled extension without running its code. Errors in those files become findings. */
export async function discoverExtensions(config: DiscoveryConfig): Promise<Discovery> {
  const located = await Promise.all(config.extensions.map((extension) => locate(extension, config.folder)));
  const duplicates = duplicateFindings(located);
  // Reads a folder that is named twice only once, because each part would collide with itself.
  const read = await Promise.all(located.filter(isFirstOfFolder).map(readLocated));
  return {
    manifests: read.flatMap(({ manifest, findings }) =>
      manifest === undefined || findings.length > 0 ? [] : manifest,
    ),
    findings: [...duplicates, ...read.flatMap(({ findings }) => findings)],
  };
}

interface Located {
  readonly extension: ExtensionConfig;
  readonly folder: string | undefined;
  readonly realFolder: string | undefined;
  readonly findings: readonly Finding[];
}

async function locate(extension: ExtensionConfig, base: string): Promise<Located> {
  const found = await resolveExtension(extension.resolve, base);
  if ('folder' in found)
    return { extension, folder: found.folder, realFolder: await realpath(found.folder), findings: [] };
  const finding = errorFinding('EXTENSION_NOT_FOUND', { where: extension.declaredAt, ...found });
  return { extension, folder: undefined, realFolder: undefined, findings: [finding] };
}

async function readLocated({
  extension,
  folder,
  findings,
}: Located): Promise<{ readonly manifest: ExtensionManifest | undefined; readonly findings: readonly Finding[] }> {
  if (folder === undefined) return { manifest: undefined, findings };
  return readExtension({ id: extension.name, folder, declaredAt: extension.declaredAt });
}

function isFirstOfFolder({ realFolder }: Located, index: number, all: readonly Located[]): boolean {
  return realFolder === undefined || all.findIndex((other) => other.realFolder === realFolder) === index;
}

function duplicateFindings(located: readonly Located[]): readonly Finding[] {
  const seen = new Map<string, ExtensionConfig>();
  return located.flatMap(({ extension, realFolder }) => {
    if (realFolder === undefined) return [];
    const first = seen.get(realFolder);
    seen.set(realFolder, first ?? extension);
    if (first === undefined) return [];
    const what = `"${first.name}" and "${extension.name}" resolve to the same folder`;
    const fix = 'Remove one of the two entries, or resolve it to a folder of its own.';
    return [errorFinding('CONFIG_DUPLICATE', { where: extension.declaredAt, what, fix, related: [first.declaredAt] })];
  });
}
