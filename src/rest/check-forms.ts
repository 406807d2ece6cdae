import { didYouMean, errorFinding, type Finding } from '#base';
import type { PageConfig } from '#config';
import { splitPath } from '#extension-ui';
import type { EndpointManifest, ExtensionManifest } from '#extensions';

/**
 * Checks that the page in a route's "form" can be shown after a refused post. The gateway then knows only the post's
 * own path, so that path must have every parameter of the page's path.
 */
export function checkForms(
  manifests: readonly ExtensionManifest[],
  pages: Readonly<Record<string, PageConfig>>,
): readonly Finding[] {
  return manifests.flatMap(({ endpoints }) =>
    endpoints.flatMap((endpoint) => {
      const { form } = endpoint;
      const problem = form && problemOf(endpoint, form.page, pages);
      return problem === undefined || form === undefined
        ? []
        : [errorFinding('ROUTE_JSON_INVALID', { where: form.at, ...problem })];
    }),
  );
}

function problemOf(
  { access, paramNames }: EndpointManifest,
  name: string,
  pages: Readonly<Record<string, PageConfig>>,
): { readonly what: string; readonly fix: string } | undefined {
  const page = Object.hasOwn(pages, name) ? pages[name] : undefined;
  if (page === undefined) {
    return {
      what: `"form" names the page "${name}", which the shop does not have`,
      fix: didYouMean(name, Object.keys(pages)),
    };
  }
  const missing = page.path
    .split('/')
    .find((segment) => segment.startsWith(':') && !paramNames.includes(segment.slice(1)));
  if (missing !== undefined) {
    const what = `"form" names the page "${name}", whose path has "${missing}", which this route's path has not`;
    return { what, fix: `Add "${missing}" to "path".` };
  }
  if (page.access === 'private' && access === 'public') {
    const what = `"form" names the page "${name}", which is private, but this route is public`;
    return { what, fix: 'Set "access" to "private".' };
  }
  return undefined;
}

/** Routes below a locale of the shop: the gateway takes the locale from an address first, so none reaches them. */
export function checkPrefixes(manifests: readonly ExtensionManifest[], locales: readonly string[]): readonly Finding[] {
  const endpoints = manifests.flatMap((manifest) => manifest.endpoints);
  return endpoints.flatMap(({ path, source }) => {
    const { locale } = splitPath(locales, path);
    if (locale === undefined) return [];
    const what = `the path ${path} begins with a locale of the shop, which the gateway takes away`;
    const fix = 'Change the path, or write the locale in gateway.yaml with its region.';
    return [errorFinding('ROUTE_JSON_INVALID', { where: source, what, fix })];
  });
}
