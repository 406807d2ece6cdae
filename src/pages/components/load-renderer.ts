import type { BundleModule } from '#bundle';
import type { ExtensionManifest } from '#extensions';
import { isComponent } from './check-components.ts';
import { componentId } from './page-component.ts';
import type { RenderComponents } from './render-component.ts';

/** Loads react-dom, and creates the renderer of one extension's components: those of its modules, by their ids. */
export async function loadRenderer(
  manifest: Pick<ExtensionManifest, 'pages'>,
  { pages }: Pick<BundleModule, 'pages'>,
): Promise<RenderComponents> {
  const { createRenderer } = await import('./render-component.ts');
  const modules = new Map(pages.map(({ file, module }) => [file, module]));
  const rendered = manifest.pages.flatMap((page) => {
    const { default: component, hydrate, cached } = exportsOf(modules.get(page.file));
    if (!isComponent(component)) return [];
    return [[componentId(page), { component, isIsland: hydrate !== undefined, isCached: cached !== false }] as const];
  });
  return createRenderer(new Map(rendered));
}

function exportsOf(module: unknown): Readonly<Record<string, unknown>> {
  return typeof module === 'object' && module !== null ? { ...module } : {};
}
