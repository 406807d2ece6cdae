import type { Config, ExtensionManifest } from 'stoa/tooling';

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
