import { readFile } from 'node:fs/promises';
import type { Config } from '#config';
import { pathIn } from '#extension-ui';
import type { ExtensionManifest } from '#extensions';

/** What the gateway answers at `/robots.txt`, `/sitemap.xml` and `/favicon.ico`, where no extension has these paths. */
export interface SiteFiles {
  readonly icon: string;
  /** Paths of public pages without parameters. */
  readonly pages: readonly string[];
  /** Paths of the extensions' own sitemaps: public GET routes called `sitemap`. */
  readonly sitemaps: readonly string[];
  readonly robots: readonly string[];
}

export const siteFiles = new Set(['/robots.txt', '/sitemap.xml', '/sitemap-pages.xml', '/favicon.ico']);

/** Reads each extension's `assets/robots.txt`, which the shop's robots.txt has at its end. */
export async function findSiteFiles(
  { config, manifests }: { readonly config: Config; readonly manifests: readonly ExtensionManifest[] },
  icon: string,
  groups: ReadonlySet<string>,
): Promise<SiteFiles> {
  // A page that rests has no path: hidden, it would hide all pages of a locale.
  const shown = Object.entries(config.pages).filter(([group, { rests }]) => groups.has(group) && rests !== true);
  const hidden = shown.filter(([, { access, whenSignedIn }]) => access === 'private' || whenSignedIn !== undefined);
  const open = shown.filter(
    ([, { path, access, whenSignedIn }]) => access === 'public' && whenSignedIn === undefined && !path.includes(':'),
  );
  const endpoints = manifests.flatMap((manifest) => manifest.endpoints);
  const sitemaps = endpoints.filter(
    ({ routeId, methods, access, path }) =>
      routeId === 'sitemap' && methods.includes('GET') && access === 'public' && !path.includes(':'),
  );
  const texts = manifests.flatMap(({ assets }) => assets.filter(({ name }) => name === 'robots.txt'));
  const added = await Promise.all(texts.map(async ({ file }) => (await readFile(file, 'utf8')).trim()));
  const { locales } = config.shop;
  const inEach = (path: string): readonly string[] => locales.map((locale) => pathIn(locales, locale, path));
  return {
    icon,
    pages: open.flatMap(([, { path }]) => inEach(path)),
    sitemaps: sitemaps.flatMap(({ path }) => inEach(path)),
    // A path is hidden up to its first parameter.
    robots: [
      ...hidden.flatMap(([, { path = '' }]) => inEach(path.split(':')[0] ?? '').map((each) => `Disallow: ${each}`)),
      ...added,
    ],
  };
}
