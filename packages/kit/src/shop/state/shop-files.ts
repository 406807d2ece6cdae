import { dirname, resolve } from 'node:path';
import { type Config, type ExtensionManifest, readConfig, resolveExtension } from 'stoa/tooling';

/** The enabled extensions of a gateway.yaml whose folders are found. */
export async function extensionFolders(file: string) {
  const { config } = await readConfig(file, { environment: process.env });
  const found = (config?.extensions ?? []).map(async ({ name, resolve: path }) => {
    const at = await resolveExtension(path, resolve(dirname(file)));
    return 'folder' in at ? [{ name: String(name), folder: at.folder }] : [];
  });
  return (await Promise.all(found)).flat();
}

/** Whether an extension is no installed package, which npm overwrites. A workspace is a link out of node_modules. */
export function isOwn({ folder }: { readonly folder: string }): boolean {
  return !folder.includes('/node_modules/');
}

/** The pages of gateway.yaml and of extensions, also of a shop that cannot start yet. */
export function allPages(
  { pages, pageOverrides }: Pick<Config, 'pages' | 'pageOverrides'>,
  manifests: readonly ExtensionManifest[],
): Config['pages'] {
  const defaults = { access: 'public', query: [], permissions: [] } as const;
  const own = manifests.flatMap(({ ownPages }) => ownPages);
  const brought = own.map(({ group, page }) => [group, { ...defaults, ...page, ...pageOverrides[group] }] as const);
  return { ...pages, ...Object.fromEntries(brought) };
}
