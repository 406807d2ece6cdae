import type { BundleModule } from '#bundle';
import type { ExtensionManifest } from '#extensions';
import { exportsOf, isComponent, textKeysIn } from './check-components.ts';
import { componentId } from './page-component.ts';
import type { RenderComponents } from './render-component.ts';

/** Loads react-dom, and creates the renderer of one extension's components: those of its modules, by their ids. */
export async function loadRenderer(
  manifest: Pick<ExtensionManifest, 'pages' | 'texts'>,
  { pages }: Pick<BundleModule, 'pages'>,
): Promise<RenderComponents> {
  const { createRenderer } = await import('./render-component.ts');
  const modules = new Map(pages.map(({ file, module }) => [file, module]));
  const rendered = manifest.pages.flatMap((page) => {
    const exported = exportsOf(modules.get(page.file));
    const component = exported.get('default');
    if (!isComponent(component)) return [];
    const [isIsland, isCached] = [exported.get('hydrate') !== undefined, exported.get('cached') !== false];
    const texts = textKeysIn(exported.get('texts'));
    return [[componentId(page), { component, isIsland, isCached, texts }] as const];
  });
  return createRenderer(new Map(rendered), manifest.texts);
}
