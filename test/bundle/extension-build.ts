import { expect } from 'chai';
import { type Finding, StartupError } from '#base';
import { type ExtensionManifest, readExtension } from '#extensions';
import { buildExtension } from '../../src/bundle/build-extension.ts';
import type { Bundle } from '../../src/bundle/files/bundle.ts';
import {
  declaredAt,
  endpointWith,
  extensionId,
  type Files,
  soundRoute,
  type TemporaryFolder,
  temporaryFolder,
} from '../extensions/extension-folder.ts';

export const handler = 'api/addThing/addThing.ts';

/** An extension in `thing/`, whose one handler has this source; bundles go to `build/`. */
export async function extensionWith(source: string, files: Files = {}): Promise<TemporaryFolder> {
  const inside = Object.entries(endpointWith(soundRoute, { [handler]: source }));
  return temporaryFolder({ ...Object.fromEntries(inside.map(([name, text]) => [`thing/${name}`, text])), ...files });
}

export async function manifestOf({ path }: TemporaryFolder, id = 'thing'): Promise<ExtensionManifest> {
  const { manifest, findings } = await readExtension({ id: extensionId(id), folder: path(id), declaredAt });
  expect(findings).to.deep.equal([]);
  return manifest;
}

/** `neighbours` are folders in it. */
export async function build(shop: TemporaryFolder, ...neighbours: readonly string[]): Promise<Bundle> {
  return buildExtension(await manifestOf(shop), {
    buildFolder: shop.path('build'),
    neighbours: neighbours.map(shop.path),
  });
}

export async function failure(work: Promise<unknown>): Promise<StartupError> {
  try {
    await work;
  } catch (error) {
    if (error instanceof StartupError) return error;
    throw error;
  }
  throw new Error('It succeeded.');
}

/** Each as `CODE file:line:column`, the file relative to the shop. */
export function places(findings: readonly Finding[], shop: TemporaryFolder): readonly string[] {
  return findings.map(
    ({ code, where: { file, line, column } }) => `${code} ${file.replace(`${shop.folder}/`, '')}:${line}:${column}`,
  );
}
