import { errorFinding, type Finding, kindOf, placeInCode, throwIfErrors } from '#base';
import type { BundleModule } from '#bundle';
import type { EndpointManifest, ExtensionManifest } from '#extensions';

type HandlerFile = EndpointManifest['handlers'][number];

/** The default export of a handler file. The gateway knows only that it is a function. */
export type HandlerFunction = (...received: readonly unknown[]) => unknown;

export interface Chain {
  readonly endpoint: EndpointManifest;
  readonly handlers: readonly { readonly file: HandlerFile; readonly run: HandlerFunction }[];
}

/** By endpoint, then handler: `a function`, or what its file exports instead. */
export type DescribedHandlers = Readonly<Record<string, Readonly<Record<string, string>>>>;

export function describeHandlers(handlers: BundleModule['handlers']): DescribedHandlers {
  const describeAll = (files: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(Object.entries(files).map(([name, value]) => [name, describeExport(value)]));
  return Object.fromEntries(Object.entries(handlers).map(([routeId, files]) => [routeId, describeAll(files)]));
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

/** `a function`, or what a file exports instead. */
export function describeExport(value: unknown): string {
  // A class is a function that cannot be called.
  const isClass = typeof value === 'function' && Function.prototype.toString.call(value).startsWith('class');
  return isClass ? 'a class' : kindOf(value, 'nothing');
}
