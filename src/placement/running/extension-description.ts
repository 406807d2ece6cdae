import type { Finding } from '#base';
import type { BundleModule } from '#bundle';
import { type DescribedResolvers, describeResolvers } from '#engine';
import { describeComponent } from '#pages';
import { describeExport, describeHandlers } from '#rest';

/** The exports of an extension's modules, as plain data. The gateway checks only these. */
export interface ExtensionDescription {
  /** Why the modules could not be loaded. The rest is then empty. */
  readonly findings: readonly Finding[];
  readonly handlers: ReturnType<typeof describeHandlers>;
  /** The names of its resolvers, and which scalars and enums its code defines. */
  readonly resolvers: readonly DescribedResolvers[];
  readonly pages: readonly ReturnType<typeof describeComponent>[];
  /** By name: `a function`, or what its file exports instead. Undefined: an extension elsewhere without tasks. */
  readonly tasks?: Readonly<Record<string, string>> | undefined;
}

/** Describes the exports of a bundle without calling any. */
export function describeModule({ handlers, resolvers, pages, tasks }: BundleModule): ExtensionDescription {
  return {
    findings: [],
    handlers: describeHandlers(handlers),
    resolvers: describeResolvers(resolvers),
    pages: pages.map(describeComponent),
    tasks: Object.fromEntries(Object.entries(tasks).map(([name, value]) => [name, describeExport(value)])),
  };
}

export function notLoaded(findings: readonly Finding[]): ExtensionDescription {
  return { findings, handlers: {}, resolvers: [], pages: [], tasks: {} };
}
