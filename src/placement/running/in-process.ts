import { StartupError, yieldToEventLoop } from '#base';
import { type BundleModule, importBundle } from '#bundle';
import { loadRenderer, type RenderComponents } from '#pages';
import { buildSubapp } from '#rest';
import { describeModule, type ExtensionDescription, notLoaded } from './extension-description.ts';
import type { ExtensionBackEnd, RunningExtension, StartParts } from './running-extension.ts';

/** Runs an extension in the gateway's process. */
export function startInProcess({ bundle, ...parts }: StartParts): RunningExtension {
  return runModule({ ...parts, load: () => importBundle(bundle) });
}

export interface ModuleParts extends Pick<StartParts, 'manifest' | 'logger'> {
  /** Imports the extension's code. Called once. Rejects with StartupError for a module that throws. */
  readonly load: () => Promise<BundleModule>;
}

/** Runs an extension in this process: the gateway's, or that of a served extension. */
export function runModule(parts: ModuleParts): RunningExtension {
  return new InProcess(parts);
}

/** Passes on the exports of the modules. Builds each part on first use. */
class InProcess implements RunningExtension {
  readonly #parts: ModuleParts;
  #module: BundleModule = { handlers: {}, resolvers: [], pages: [] };
  #subapp: ReturnType<typeof buildSubapp> | undefined;
  #render: RenderComponents | undefined;

  constructor(parts: ModuleParts) {
    this.#parts = parts;
  }

  async load(): Promise<ExtensionDescription> {
    const { manifest, load } = this.#parts;
    try {
      this.#module = await load();
      await yieldToEventLoop();
    } catch (error) {
      if (error instanceof StartupError) return notLoaded(error.findings);
      throw error;
    }
    if (manifest.pages.length > 0) this.#render = await loadRenderer(manifest, this.#module);
    return describeModule(this.#module);
  }

  get backEnd(): ExtensionBackEnd {
    return { gives: 'objects', resolvers: this.#module.resolvers };
  }

  answer: RunningExtension['answer'] = async (exchange) => {
    const { manifest, logger } = this.#parts;
    this.#subapp ??= buildSubapp({ manifest, handlers: this.#module.handlers, logger });
    await this.#subapp(exchange);
    return undefined;
  };

  render: RenderComponents = (request) => {
    if (this.#render === undefined) throw new Error(`the extension ${this.#parts.manifest.id} has no pages`);
    return this.#render(request);
  };

  dispose = async (): Promise<void> => undefined;
}
