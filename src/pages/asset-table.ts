import { realpath } from 'node:fs/promises';
import { extname } from 'node:path';
import { assetsPath, type buildPageFiles } from '#bundle';
import type { ExtensionManifest } from '#extensions';
import { bodyHash } from '#http';

type BuiltAsset = Awaited<ReturnType<typeof buildPageFiles>>['styles']['assets'][number];

/** All served files by their percent-encoded path. Requests can name only these paths: path traversal is impossible. */
export type AssetTable = ReadonlyMap<string, Asset>;

export type Asset =
  /** Made by the build. Its name contains a hash of its content. */
  | {
      readonly kind: 'built';
      readonly name: string;
      readonly type: string;
      readonly content: Buffer;
      readonly hash: string;
    }
  /** From an extension's `assets/`, by its real path. */
  | { readonly kind: 'file'; readonly type: string; readonly file: string };

export async function buildAssetTable(
  built: readonly BuiltAsset[],
  manifests: readonly ExtensionManifest[],
): Promise<AssetTable> {
  const table = new Map<string, Asset>();
  for (const asset of built) table.set(pathOf(asset.name), builtAsset(asset));
  const files = manifests.flatMap(({ id, assets }) => assets.map((asset) => ({ id, ...asset })));
  for (const { id, name, file } of files) {
    table.set(addressOf(id, name), { kind: 'file', type: typeOf(name), file: await realpath(file) });
  }
  return table;
}

export function builtAsset({ name, content }: BuiltAsset): Extract<Asset, { kind: 'built' }> {
  return { kind: 'built', name, type: typeOf(name), content: Buffer.from(content), hash: bodyHash(content) };
}

export function pathOf(name: string): string {
  return assetsPath + encodeURIComponent(name);
}

/** The path of a file of an extension's `assets/`. */
export function addressOf(extension: string, name: string): string {
  return `${assetsPath}${extension}/${name.split('/').map(encodeURIComponent).join('/')}`;
}

function typeOf(name: string): string {
  return types[extname(name).toLowerCase()] ?? 'application/octet-stream';
}

const types: Readonly<Record<string, string>> = {
  '.avif': 'image/avif',
  '.css': 'text/css; charset=utf-8',
  '.gif': 'image/gif',
  '.ico': 'image/x-icon',
  '.jpeg': 'image/jpeg',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.mp4': 'video/mp4',
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};
