import { placeInCode } from '../base/place-in-code.ts';
import { errorFinding, StartupError } from '../base/startup-error.ts';
import type { BundleModule } from '../build/bundle.ts';
import type { EndpointManifest, ExtensionManifest, HandlerFile } from '../extensions/manifest.ts';

/** The default export of a handler file. The gateway knows only that it is a function. */
export type HandlerFunction = (...received: readonly unknown[]) => unknown;

/** The handlers of one endpoint in their order. */
export interface Chain {
  readonly endpoint: EndpointManifest;
  readonly handlers: readonly { readonly file: HandlerFile; readonly run: HandlerFunction }[];
}

/** Collects the chains of all endpoints. Throws StartupError with each handler that is not a function. */
export function checkHandlers(manifest: ExtensionManifest, handlers: BundleModule['handlers']): readonly Chain[] {
  const wrong: { readonly file: HandlerFile; readonly value: unknown }[] = [];
  const chains = manifest.endpoints.map((endpoint) => ({
    endpoint,
    handlers: endpoint.handlers.flatMap((file) => {
      const run = handlers[endpoint.routeId]?.[file.name];
      if (isFunction(run)) return [{ file, run }];
      wrong.push({ file, value: run });
      return [];
    }),
  }));
  if (wrong.length === 0) return chains;
  throw new StartupError(
    wrong.map(({ file, value }) =>
      errorFinding('HANDLER_NOT_A_FUNCTION', {
        where: placeInCode(file.file, ['export default']),
        what: `the handler "${file.name}" has ${kindOf(value)} as its default export, not a function`,
        fix: 'Write "export default (request, response, next) => { ... }"; a module that is no handler belongs in e.g. src/.',
      }),
    ),
  );
}

function isFunction(value: unknown): value is HandlerFunction {
  // A class is a function that cannot be called without `new`.
  return typeof value === 'function' && !Function.prototype.toString.call(value).startsWith('class');
}

function kindOf(value: unknown): string {
  if (value === undefined || value === null) return 'nothing';
  if (typeof value === 'function') return 'a class';
  return Array.isArray(value) ? 'a list' : `${typeof value === 'object' ? 'an' : 'a'} ${typeof value}`;
}
