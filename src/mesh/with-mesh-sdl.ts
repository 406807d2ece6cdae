import type { Finding } from '#base';
import type { ExtensionManifest } from '#extensions';
import type { OpenedMeshes } from './mesh-pool.ts';

/** Adds the SDL of the Mesh sources to the manifests, as if it were a file in `graphql/`. */
export function withMeshSdl(
  manifests: readonly ExtensionManifest[],
  { meshes }: Pick<OpenedMeshes, 'meshes'>,
): readonly ExtensionManifest[] {
  return manifests.map((manifest) => {
    const mesh = meshes.get(manifest.id);
    return mesh === undefined ? manifest : { ...manifest, sdl: [...manifest.sdl, mesh.sdlBeside(manifest.sdl)] };
  });
}

/** Rewrites the fix of a finding in `.meshrc.yaml`, because the type of a source cannot be edited there. */
export function withSourceFix(finding: Finding): Finding {
  if (!finding.where.file.endsWith('/.meshrc.yaml')) return finding;
  const fix = "Rename, prefix or leave out what a source has with Mesh's transforms: rename, prefix, filterSchema.";
  return { ...finding, what: `a type of this source: ${finding.what}`, fix };
}
