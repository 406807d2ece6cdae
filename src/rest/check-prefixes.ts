import { errorFinding, type Finding } from '#base';
import { splitPath } from '#extension-ui';
import type { ExtensionManifest } from '#extensions';

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
