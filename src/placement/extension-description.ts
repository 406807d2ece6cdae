import type { Finding } from '../base/findings/startup-error.ts';
import type { BundleModule } from '../bundle/files/bundle.ts';
import { type DescribedResolvers, describeResolvers } from '../engine/subschema/describe-resolvers.ts';
import { type DescribedComponent, describeComponent } from '../pages/components/check-components.ts';
import { type DescribedHandlers, describeHandlers } from '../rest/sub-app/check-handlers.ts';

/** What an extension's modules export, as plain data. The gateway checks it, and knows nothing else of the modules. */
export interface ExtensionDescription {
  /** Why its modules could not be loaded. Then the rest is empty. */
  readonly findings: readonly Finding[];
  readonly handlers: DescribedHandlers;
  /** The names of its resolvers, and which scalars and enums its code reads. */
  readonly resolvers: readonly DescribedResolvers[];
  readonly pages: readonly DescribedComponent[];
}

/** Describes what a bundle exports. Calls none of it. */
export function describeModule({ handlers, resolvers, pages }: BundleModule): ExtensionDescription {
  return {
    findings: [],
    handlers: describeHandlers(handlers),
    resolvers: describeResolvers(resolvers),
    pages: pages.map(describeComponent),
  };
}

/** The description of an extension whose modules could not be loaded. */
export function notLoaded(findings: readonly Finding[]): ExtensionDescription {
  return { findings, handlers: {}, resolvers: [], pages: [] };
}
