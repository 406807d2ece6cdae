import { stat } from 'node:fs/promises';
import { type Finding, StartupError } from '#base';
import { digest } from '#bundle';
import type { ExtensionManifest, MeshManifest } from '#extensions';
import type { OpenMesh } from './open-mesh.ts';

/** The Mesh of one extension, shared by the gateways that took it from the pool. */
export interface PooledMesh extends OpenMesh {
  /** Changes when `.meshrc.yaml`, or a file that it names, is saved. */
  readonly key: string;
}

export interface OpenedMeshes {
  readonly meshes: ReadonlyMap<ExtensionManifest['id'], PooledMesh>;
  /** Extensions whose sources could not be read. The findings have the reasons. */
  readonly unread: ReadonlySet<string>;
  readonly findings: readonly Finding[];
}

/**
 * Mesh instances of all extensions with a `.meshrc.yaml`, shared by all gateways of the process. A reload reads
 * sources again only when their `.meshrc.yaml`, or a file that it names, was saved.
 */
export class MeshPool {
  readonly #open = new Map<string, { readonly mesh: PooledMesh; holders: number }>();

  /** Opens or reuses the Mesh of each extension. The caller must `release` them. */
  async take(manifests: readonly ExtensionManifest[]): Promise<OpenedMeshes> {
    const meshes = new Map<ExtensionManifest['id'], PooledMesh>();
    const unread = new Set<string>();
    const findings = await Promise.all(
      manifests.map(async ({ id, folder, mesh }) => {
        if (mesh === undefined) return [];
        try {
          const held = await this.#take({ folder, mesh });
          meshes.set(id, held);
          return held.warnings;
        } catch (error) {
          if (!(error instanceof StartupError)) throw error;
          unread.add(id);
          return error.findings;
        }
      }),
    );
    return { meshes, unread, findings: findings.flat() };
  }

  async release({ meshes }: Pick<OpenedMeshes, 'meshes'>): Promise<void> {
    for (const { key } of meshes.values()) {
      const held = this.#open.get(key);
      if (held === undefined) continue;
      held.holders--;
      if (held.holders > 0) continue;
      this.#open.delete(key);
      await held.mesh.close();
    }
  }

  async #take(parts: MeshParts): Promise<PooledMesh> {
    const key = await keyOf(parts);
    let held = this.#open.get(key);
    if (held === undefined) {
      // Imported here, because most shops have no such extension.
      const { openMesh } = await import('./open-mesh.ts');
      held = { mesh: { ...(await openMesh(parts)), key }, holders: 0 };
      this.#open.set(key, held);
    }
    held.holders++;
    return held.mesh;
  }
}

type MeshParts = Pick<ExtensionManifest, 'folder'> & { readonly mesh: MeshManifest };

/** The key has the modification times, because an operator saves the file to have the sources read again. */
async function keyOf({ folder, mesh }: MeshParts): Promise<string> {
  const files = await Promise.all(
    [mesh.file, ...mesh.files].map(async (file) => {
      const { mtimeMs, size } = await stat(file);
      return [file, mtimeMs, size];
    }),
  );
  return digest(JSON.stringify([folder, mesh.text, files]));
}

/** Adds the SDL of the Mesh sources to the manifests, as if it were a file in `graphql/`. */
export function withMeshSdl(
  manifests: readonly ExtensionManifest[],
  { meshes }: Pick<OpenedMeshes, 'meshes'>,
): readonly ExtensionManifest[] {
  return manifests.map((manifest) => {
    const mesh = meshes.get(manifest.id);
    return mesh === undefined ? manifest : { ...manifest, sdl: [...manifest.sdl, mesh.sdlWithout(manifest.sdl)] };
  });
}

/** Rewrites the fix of a finding in `.meshrc.yaml`, because the type of a source cannot be edited there. */
export function withSourceFix(finding: Finding): Finding {
  if (!finding.where.file.endsWith('/.meshrc.yaml')) return finding;
  const fix = "Rename, prefix or leave out what a source has with Mesh's transforms: rename, prefix, filterSchema.";
  return { ...finding, what: `a type of this source: ${finding.what}`, fix };
}
