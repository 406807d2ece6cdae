import { type ExtensionId, errorFinding, type Finding, StartupError } from '#base';
import type { ExtensionManifest } from '#extensions';
import { type BuildExtensionOptions, buildExtension } from './build-extension.ts';
import type { Bundle } from './files/bundle.ts';

/**
 * Builds all extensions in parallel, or `only` one of them. Returns the bundles in order, and the findings of the
 * extensions that do not build.
 */
export async function buildExtensions(
  manifests: readonly ExtensionManifest[],
  { buildFolder, only }: Pick<BuildExtensionOptions, 'buildFolder'> & { readonly only?: ExtensionId | undefined },
): Promise<{ readonly bundles: readonly Bundle[]; readonly findings: readonly Finding[] }> {
  const folders = manifests.map((manifest) => manifest.folder);
  const built = only === undefined ? manifests : manifests.filter(({ id }) => id === only);
  const results = await Promise.all(
    built.map(async (manifest) => {
      const neighbours = folders.filter((folder) => folder !== manifest.folder);
      try {
        return await buildExtension(manifest, { buildFolder, neighbours });
      } catch (error) {
        if (error instanceof StartupError) return error;
        throw unusableFolder(error, buildFolder) ?? error;
      }
    }),
  );
  return {
    bundles: results.flatMap((result) => (result instanceof StartupError ? [] : result)),
    findings: results.flatMap((result) => (result instanceof StartupError ? result.findings : [])),
  };
}

const outOfRoom: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

// All extensions share the build folder, so its fault is reported once, and for no extension.
function unusableFolder(error: unknown, folder: string): StartupError | undefined {
  if (!(error instanceof Error) || !('path' in error) || !('code' in error)) return undefined;
  const path = String(error.path);
  if (!path.startsWith(folder) && !folder.startsWith(path)) return undefined;
  const what = `the folder for bundles cannot be used (${String(error.code)})`;
  const fix = outOfRoom.has(String(error.code))
    ? 'Make room on the disk that it lies on.'
    : 'Let the user that runs the gateway read and write it, or remove it: the next start makes it anew.';
  return new StartupError([errorFinding('BUILD_FOLDER_UNUSABLE', { where: { file: path }, what, fix })], {
    cause: error,
  });
}
