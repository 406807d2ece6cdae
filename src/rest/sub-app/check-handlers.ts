import { placeInCode } from '../../base/findings/place-in-code.ts';
import { errorFinding, type Finding, throwIfErrors } from '../../base/findings/startup-error.ts';
import type { BundleModule } from '../../bundle/files/bundle.ts';
import type { EndpointManifest, ExtensionManifest, HandlerFile } from '../../extensions/manifest.ts';

/** The default export of a handler file. The gateway knows only that it is a function. */
export type HandlerFunction = (...received: readonly unknown[]) => unknown;

/** The handlers of one endpoint in their order. */
export interface Chain {
  readonly endpoint: EndpointManifest;
  readonly handlers: readonly { readonly file: HandlerFile; readonly run: HandlerFunction }[];
}

/** By endpoint, then handler: `a function`, or what its file exports instead. */
export type DescribedHandlers = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Says what handler files export, as plain data. */
export function describeHandlers(handlers: BundleModule['handlers']): DescribedHandlers {
  const describe = (files: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(Object.entries(files).map(([name, value]) => [name, kindOf(value)]));
  return Object.fromEntries(Object.entries(handlers).map(([routeId, files]) => [routeId, describe(files)]));
}

/** Every handler that is not a function. Needs none of the extension's code. */
export function checkHandlers({ endpoints }: ExtensionManifest, described: DescribedHandlers): readonly Finding[] {
  return endpoints.flatMap(({ routeId, handlers }) =>
    handlers.flatMap(({ name, file }) => {
      const kind = described[routeId]?.[name] ?? 'nothing';
      if (kind === 'a function') return [];
      return errorFinding('HANDLER_NOT_A_FUNCTION', {
        where: placeInCode(file, ['export default']),
        what: `the handler "${name}" has ${kind} as its default export, not a function`,
        fix: 'Write "export default (request, response, next) => { ... }"; a module that is no handler belongs in e.g. src/.',
      });
    }),
  );
}

/** The chains of all endpoints. Throws StartupError with every handler that is not a function. */
export function chainsOf(manifest: ExtensionManifest, handlers: BundleModule['handlers']): readonly Chain[] {
  throwIfErrors(checkHandlers(manifest, describeHandlers(handlers)));
  return manifest.endpoints.map((endpoint) => ({
    endpoint,
    handlers: endpoint.handlers.flatMap((file) => {
      const run = handlers[endpoint.routeId]?.[file.name];
      return isFunction(run) ? [{ file, run }] : [];
    }),
  }));
}

function isFunction(value: unknown): value is HandlerFunction {
  return typeof value === 'function';
}

function kindOf(value: unknown): string {
  if (value === undefined || value === null) return 'nothing';
  // A class is a function that cannot be called.
  if (typeof value === 'function')
    return Function.prototype.toString.call(value).startsWith('class') ? 'a class' : 'a function';
  return Array.isArray(value) ? 'a list' : `${typeof value === 'object' ? 'an' : 'a'} ${typeof value}`;
}
