import { realpath } from 'node:fs/promises';
import { errorFinding, type Finding, type Place } from '#base';
import type { Config, ExtensionConfig, WrittenSettings } from '#config';
import type { ExtensionManifest } from './manifest.ts';
import { readExtension } from './read-extension.ts';
import { resolveExtension } from './resolve-extension.ts';

/**
 * Reads the folder of every enabled extension without running its code. Returns the extensions without errors, and
 * the findings of all, in the order of gateway.yaml.
 */
export async function discoverExtensions(
  config: Pick<Config, 'folder' | 'extensions'>,
): Promise<{ readonly manifests: readonly ExtensionManifest[]; readonly findings: readonly Finding[] }> {
  const located = await Promise.all(config.extensions.map((extension) => locate(extension, config.folder)));
  const duplicates = duplicateFindings(located);
  // Reads a folder that is named twice only once, because all in it would collide with itself.
  const read = await Promise.all(
    located
      .filter(isFirstOfFolder)
      .map(({ extension: { name: id, declaredAt, settings = unwritten(declaredAt) }, folder, findings }) =>
        folder === undefined ? { manifest: undefined, findings } : readExtension({ id, folder, declaredAt, settings }),
      ),
  );
  return {
    manifests: read.flatMap(({ manifest, findings }) =>
      manifest === undefined || findings.length > 0 ? [] : manifest,
    ),
    findings: [...duplicates, ...read.flatMap(({ findings }) => findings)],
  };
}

function unwritten(declaredAt: Place): WrittenSettings {
  return { values: {}, placeOf: () => declaredAt, isSecret: () => false };
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
