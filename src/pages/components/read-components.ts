import type { ExtensionId, Finding } from '#base';
import type { PageConfig } from '#config';
import type { ExtensionManifest } from '#extensions';
import { type DescribedComponent, describeComponent } from './check-components.ts';
import type { PageComponent } from './page-component.ts';
import { checkAreas, checkGroups } from './page-layout.ts';

/** All valid components in extension and file order, and findings about the others. */
export function readComponents(
  manifests: readonly ExtensionManifest[],
  described: ReadonlyMap<ExtensionId, readonly DescribedComponent[]>,
  groups: ReadonlyMap<string, PageConfig>,
): { readonly components: readonly PageComponent[]; readonly findings: readonly Finding[] } {
  const checked = manifests.flatMap(({ id, pages }) => {
    const byFile = new Map(described.get(id)?.map((one) => [one.file, one]));
    return pages.map((page) => ({
      page,
      extension: id,
      own: byFile.get(page.file) ?? describeComponent({ file: page.file, module: undefined }),
    }));
  });
  const components = checked.flatMap(({ page, extension, own: { exports } }) =>
    exports === undefined ? [] : [{ ...page, extension, ...exports }],
  );
  const unknownGroups = checkGroups(manifests, groups);
  const astray = new Set(unknownGroups.map(({ where }) => where.file));
  const placed = components.filter(({ file }) => !astray.has(file));
  const own = checked.flatMap(({ own }) => own.findings);
  // Areas of invalid components would be misleadingly reported as missing.
  const areas = own.length > 0 ? [] : checkAreas(placed, groups);
  return { components: placed, findings: [...unknownGroups, ...own, ...areas] };
}
