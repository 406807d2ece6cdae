import { type Finding, StartupError } from '../base/startup-error.ts';
import type { ExtensionManifest } from '../extensions/manifest.ts';
import { type BuildExtensionOptions, buildExtension } from './build-extension.ts';
import type { Bundle } from './bundle.ts';

/** Builds all extensions at once: the bundles of those that build, in order, and what is wrong with the others. */
export async function buildExtensions(
  manifests: readonly ExtensionManifest[],
  options: Pick<BuildExtensionOptions, 'buildFolder'>,
): Promise<{ readonly bundles: readonly Bundle[]; readonly findings: readonly Finding[] }> {
  const folders = manifests.map((manifest) => manifest.folder);
  const results = await Promise.all(
    manifests.map(async (manifest) => {
      const neighbours = folders.filter((folder) => folder !== manifest.folder);
      try {
        return await buildExtension(manifest, { ...options, neighbours });
      } catch (error) {
        if (!(error instanceof StartupError)) throw error;
        return error;
      }
    }),
  );
  return {
    bundles: results.flatMap((result) => (result instanceof StartupError ? [] : result)),
    findings: results.flatMap((result) => (result instanceof StartupError ? result.findings : [])),
  };
}
