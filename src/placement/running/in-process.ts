import { StartupError, yieldToEventLoop } from '#base';
import { type BundleModule, importBundle } from '#bundle';
import { type ComposeMail, checkMails, loadComposer, loadRenderer, type RenderComponents } from '#pages';
import { buildSubapp } from '#rest';
import { describeModule, notLoaded } from './extension-description.ts';
import { checkLife, ExtensionLife } from './extension-life.ts';
import { runTaskOf } from './run-task.ts';
import type { RunningExtension, StartParts } from './running-extension.ts';

/** Runs an extension in the gateway's process. */
export function startInProcess({ bundle, ...parts }: StartParts): RunningExtension {
  return runModule({ ...parts, load: () => importBundle(bundle) });
}

interface ModuleParts extends Pick<StartParts, 'manifest' | 'logger' | 'life'> {
  /** Imports the extension's code. Called once. Rejects with StartupError for a module that throws. */
  readonly load: () => Promise<BundleModule>;
}

/** Runs an extension in this process: the gateway's, or that of a served extension. Builds each part on first use. */
export function runModule({ manifest, logger, life, load }: ModuleParts): RunningExtension {
  let module: BundleModule = { handlers: {}, resolvers: [], pages: [], tasks: {} };
  let subapp: ReturnType<typeof buildSubapp> | undefined;
  let render: RenderComponents | undefined;
  let compose: ComposeMail | undefined;
  const lived = life && new ExtensionLife({ manifest, logger, life });
  return {
    async load() {
      try {
        module = await load();
        await yieldToEventLoop();
      } catch (error) {
        if (error instanceof StartupError) return notLoaded(error.findings);
        throw error;
      }
      const { mails = [] } = module;
      const wrong = [...checkLife(manifest, module.life), ...checkMails(mails, manifest)];
      if (wrong.length > 0) return notLoaded(wrong);
      if (manifest.pages.length > 0) render = await loadRenderer(manifest, module);
      if (mails.length > 0) compose = await loadComposer(manifest, mails);
      const unstarted = (await lived?.start(module.life)) ?? [];
      return unstarted.length > 0 ? notLoaded(unstarted) : describeModule(module);
    },
    get backEnd() {
      return { gives: 'objects', resolvers: module.resolvers } as const;
    },
    async answer(exchange) {
      subapp ??= buildSubapp({ manifest, handlers: module.handlers, logger });
      await subapp(exchange);
      return undefined;
    },
    render(request) {
      if (render === undefined) throw new Error(`the extension ${manifest.id} has no pages`);
      return render(request);
    },
    runTask: (run) => runTaskOf(module.tasks, run, manifest.texts),
    get compose() {
      return compose;
    },
    dispose: async () => lived?.stop(),
  };
}
