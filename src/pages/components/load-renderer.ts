import type { RenderComponents, RenderedModule } from './render-component.ts';

/** Loads react-dom, and creates the renderer of one extension's components. */
export async function loadRenderer(modules: ReadonlyMap<string, RenderedModule>): Promise<RenderComponents> {
  const { createRenderer } = await import('./render-component.ts');
  return createRenderer(modules);
}
