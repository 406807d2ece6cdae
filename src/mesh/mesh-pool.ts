import { stat } from 'node:fs/promises';
import { type Finding, StartupError } from '../base/startup-error.ts';
import { digest } from '../build/bundle-cache.ts';
import type { ExtensionManifest, MeshManifest } from '../extensions/manifest.ts';
import type { OpenMesh } from './open-mesh.ts';

/** The sources of one extension's `.meshrc.yaml`, held by whoever has asked for them. */
export interface HeldMesh extends OpenMesh {
  /** Equal as long as nothing has been saved that it was made of. */
  readonly key: string;
}

export interface OpenedMeshes {
  readonly meshes: ReadonlyMap<ExtensionManifest['id'], HeldMesh>;
  /** Extensions whose sources could not be read; the findings say why. */
  readonly unread: ReadonlySet<string>;
  readonly findings: readonly Finding[];
}

interface Held {
  readonly mesh: HeldMesh;
  holders: number;
}

/**
 * Mesh over the sources of all extensions that have some, shared by all gateways of a process: sources are read when their
 * `.meshrc.yaml`, or a file that it names, is saved, and not at every reload.
 */
export class MeshPool {
  readonly #open = new Map<string, Held>();

  /** Each mesh in it needs a `release`. */
  async take(manifests: readonly ExtensionManifest[]): Promise<OpenedMeshes> {
    const meshes = new Map<ExtensionManifest['id'], HeldMesh>();
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

  async #take(parts: MeshParts): Promise<HeldMesh> {
    const key = await keyOf(parts);
    let held = this.#open.get(key);
    if (held === undefined) {
      // Only here: a shop without such an extension has no use for any of it.
      const { openMesh } = await import('./open-mesh.ts');
      held = { mesh: { ...(await openMesh(parts)), key }, holders: 0 };
      this.#open.set(key, held);
    }
    held.holders++;
    return held.mesh;
  }
}

type MeshParts = Pick<ExtensionManifest, 'folder'> & { readonly mesh: MeshManifest };

/** Times count: saving the file is how one asks for the sources to be read anew. */
async function keyOf({ folder, mesh }: MeshParts): Promise<string> {
  const files = await Promise.all(
    [mesh.file, ...mesh.files].map(async (file) => {
      const { mtimeMs, size } = await stat(file);
      return [file, mtimeMs, size];
    }),
  );
  return digest(JSON.stringify([folder, mesh.text, files]));
}
