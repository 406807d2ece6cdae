import { StartupError } from '../base/findings/startup-error.ts';
import { letRequestsIn } from '../base/let-requests-in.ts';
import type { BundleModule } from '../bundle/files/bundle.ts';
import { importBundle } from '../bundle/trial/import-bundle.ts';
import { isComponent } from '../pages/components/check-components.ts';
import { componentId } from '../pages/components/page-component.ts';
import type { RenderComponents, RenderedModule } from '../pages/components/render-component.ts';
import { buildSubapp, type Subapp } from '../rest/sub-app/build-subapp.ts';
import { sent } from '../rest/sub-app/rest-exchange.ts';
import { describeModule, type ExtensionDescription, notLoaded } from './extension-description.ts';
import type { ExtensionBackEnd, RunningExtension, StartParts } from './running-extension.ts';

/** Runs an extension in the gateway's own process. */
export function startInProcess(parts: StartParts): RunningExtension {
  return new InProcess(parts);
}

/** Hands on what the modules export, as it is. What the gateway has not asked for is not built. */
class InProcess implements RunningExtension {
  readonly #parts: StartParts;
  #module: BundleModule = { handlers: {}, resolvers: [], pages: [] };
  #subapp: Subapp | undefined;
  #render: RenderComponents | undefined;

  constructor(parts: StartParts) {
    this.#parts = parts;
  }

  async load(): Promise<ExtensionDescription> {
    const { manifest, bundle } = this.#parts;
    try {
      this.#module = await importBundle(bundle);
      await letRequestsIn();
    } catch (error) {
      if (error instanceof StartupError) return notLoaded(error.findings);
      throw error;
    }
    if (manifest.pages.length > 0) {
      const { createRenderer } = await import('../pages/components/render-component.ts');
      this.#render = createRenderer(renderedModules(this.#parts, this.#module));
    }
    return describeModule(this.#module);
  }

  get backEnd(): ExtensionBackEnd {
    return { gives: 'objects', resolvers: this.#module.resolvers };
  }

  answer: RunningExtension['answer'] = async (exchange) => {
    const { manifest, logger } = this.#parts;
    this.#subapp ??= buildSubapp({ manifest, handlers: this.#module.handlers, logger });
    await this.#subapp.handle(exchange);
    return sent;
  };

  render: RenderComponents = (request) => {
    if (this.#render === undefined) throw new Error(`the extension ${this.#parts.manifest.id} has no pages`);
    return this.#render(request);
  };

  dispose = async (): Promise<void> => undefined;
}

function renderedModules({ manifest }: StartParts, { pages }: BundleModule): ReadonlyMap<string, RenderedModule> {
  const modules = new Map(pages.map(({ file, module }) => [file, module]));
  return new Map(
    manifest.pages.flatMap((page) => {
      const { default: component, hydrate } = exportsOf(modules.get(page.file));
      return isComponent(component) ? [[componentId(page), { component, isIsland: hydrate !== undefined }]] : [];
    }),
  );
}

function exportsOf(module: unknown): Readonly<Record<string, unknown>> {
  return typeof module === 'object' && module !== null ? { ...module } : {};
}
