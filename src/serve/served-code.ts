import { parse } from 'graphql';
import { refuseField } from '#auth';
import { type Logger, StartupError } from '#base';
import type { BundleModule } from '#bundle';
import { buildSubschema, type ExecutableSubschema, type FieldGuard } from '#engine';
import type { ExtensionManifest } from '#extensions';
import { loadRenderer, type RenderComponents } from '#pages';
import {
  describeModule,
  type ExtensionDescription,
  notLoaded,
  renderedModules,
  type ServeData,
  servedManifest,
} from '#placement';
import { buildSubapp, type Subapp } from '#rest';
import { limitResolvers } from './limit-resolvers.ts';
import { type ServedContext, unguarded } from './served-context.ts';

interface CodeParts {
  readonly data: ServeData;
  readonly load: () => Promise<BundleModule>;
  readonly logger: Logger;
}

/** An extension's code, ready to be called. */
export interface ServedCode {
  readonly manifest: ExtensionManifest;
  readonly description: ExtensionDescription;
  readonly subapp: () => Subapp;
  /** Undefined without GraphQL. */
  readonly subschema: ExecutableSubschema | undefined;
  readonly render: RenderComponents | undefined;
}

/** Loads an extension. What its modules do wrong is in the description, which the gateway reports. */
export async function loadCode({ data, load, logger }: CodeParts): Promise<ServedCode> {
  const manifest = servedManifest(data);
  let module: BundleModule;
  try {
    module = await load();
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    const nothing = { handlers: {}, resolvers: [], pages: [] };
    const subapp = (): Subapp => buildSubapp({ manifest, handlers: nothing.handlers, logger });
    return { manifest, description: notLoaded(error.findings), subapp, subschema: undefined, render: undefined };
  }
  let built: Subapp | undefined;
  return {
    manifest,
    description: describeModule(module),
    subapp: () => {
      built ??= buildSubapp({ manifest, handlers: module.handlers, logger });
      return built;
    },
    subschema: subschemaOf(data, manifest, module),
    render: manifest.pages.length === 0 ? undefined : await loadRenderer(renderedModules(manifest, module)),
  };
}

function subschemaOf(
  { subgraph, guards }: ServeData,
  manifest: ExtensionManifest,
  module: BundleModule,
): ExecutableSubschema | undefined {
  if (subgraph === undefined) return undefined;
  const { text, types, ownedEntities } = subgraph;
  const own = { document: parse(text), types: new Set(types), ownedEntities };
  const composition = { subgraphs: new Map([[manifest.id, own]]), guards: new Map(guards) };
  const refuse = (guard: FieldGuard, context: ServedContext, place: string): ReturnType<typeof refuseField> =>
    context[unguarded] ? undefined : refuseField(guard, context, place);
  // The gateway finds what is wrong in the description.
  return buildSubschema({ manifest, composition, resolvers: module.resolvers.map(limitResolvers), refuse }).subschema;
}
