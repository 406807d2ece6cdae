import type { ExtensionId } from '../../base/ids.ts';
import type { Finding } from '../../base/startup-error.ts';
import type { ExtensionManifest } from '../../extensions/manifest.ts';
import { checkComponent } from '../../pages/check-components.ts';
import type { PageComponent } from '../../pages/page-component.ts';
import { checkAreas, checkGroups } from '../../pages/page-layout.ts';
import type { RunningExtension } from '../../placement/running-extension.ts';

export interface ReadComponentsOptions {
  readonly manifests: readonly ExtensionManifest[];
  readonly extensions: ReadonlyMap<ExtensionId, Pick<RunningExtension, 'pages'>>;
  /** Names of all page groups. */
  readonly groups: readonly string[];
}

/** All components that can be used, in the order of extensions and files, and what is wrong with any of them. */
export function readComponents({ manifests, extensions, groups }: ReadComponentsOptions): {
  readonly components: readonly PageComponent[];
  readonly findings: readonly Finding[];
} {
  const checked = manifests.flatMap(({ id, pages }) => {
    const modules = new Map(extensions.get(id)?.pages.map(({ file, module }) => [file, module]));
    return pages.map((page) => checkComponent({ ...page, extension: id, module: modules.get(page.file) }));
  });
  const components = checked.flatMap(({ component }) => component ?? []);
  const unknownGroups = checkGroups(manifests, groups);
  const astray = new Set(unknownGroups.map(({ where }) => where.file));
  const placed = components.filter(
    ({ group, file }) => !astray.has(file) && (group === 'all' || groups.includes(group)),
  );
  const own = checked.flatMap(({ findings }) => findings);
  // An area of a component that cannot be used would be reported as missing, and mislead.
  const areas = own.length > 0 ? [] : checkAreas(placed, groups);
  return { components: placed, findings: [...unknownGroups, ...own, ...areas] };
}
