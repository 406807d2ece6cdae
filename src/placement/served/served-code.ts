import { parse } from 'graphql';
import { refuseField } from '#auth';
import type { Logger } from '#base';
import type { BundleModule } from '#bundle';
import {
  buildSubschema,
  clientDocument,
  type ExecutableSubschema,
  type FieldGuard,
  type ResolverCall,
  wrapResolvers,
} from '#engine';
import { createOutbox, type ExtensionManifest } from '#extensions';
import type { ExtensionDescription } from '../running/extension-description.ts';
import { runModule } from '../running/in-process.ts';
import type { RunningExtension } from '../running/running-extension.ts';
import { type ServeData, servedManifest } from '../wire/serve-data.ts';
import { type ContextParts, ServedContext, unguarded } from './served-context.ts';

export interface CodeParts {
  readonly data: ServeData;
  /** Imports the extension's code. Called once. Throws StartupError for a module that throws. */
  readonly load: () => Promise<BundleModule>;
  readonly logger: Logger;
  /** The extension's database for one call, until the signal says that its statements are no longer needed. */
  readonly database: ContextParts['database'];
}

/** An extension's code, ready to be called. */
export interface ServedCode {
  readonly manifest: ExtensionManifest;
  readonly running: RunningExtension;
  readonly description: ExtensionDescription;
  /** Undefined without GraphQL. */
  readonly subschema: ExecutableSubschema | undefined;
  /** Names that only the gateway may ask for. */
  readonly internal: ReadonlySet<string>;
}

/** Loads an extension, and runs its `start`. The description has what its modules do wrong. The gateway reports it. */
export async function loadCode({ data, load, logger, database }: CodeParts): Promise<ServedCode> {
  const manifest = servedManifest(data);
  const running = runModule({
    manifest,
    load,
    logger,
    life: {
      settings: data.settings,
      database: (signal) => database(signal, undefined, createOutbox(manifest)),
      endsProcess: true,
    },
  });
  const description = await running.load();
  const isLoaded = description.findings.length === 0;
  const subschema = isLoaded ? subschemaOf(data, manifest, running) : undefined;
  return { manifest, running, description, subschema, internal: new Set(data.internal) };
}

function subschemaOf(
  { subgraph, guards, internal }: ServeData,
  manifest: ExtensionManifest,
  { backEnd }: RunningExtension,
): ExecutableSubschema | undefined {
  if (subgraph === undefined || backEnd.gives !== 'objects') return undefined;
  const { text, types, ownedEntities } = subgraph;
  const document = parse(text);
  const clientPart = clientDocument(document, new Set(internal));
  const own = { document, clientDocument: clientPart, types: new Set(types), ownedEntities };
  const composition = { subgraphs: new Map([[manifest.id, own]]), guards: new Map(guards) };
  const refuse = (guard: FieldGuard, context: ServedContext, field: string): ReturnType<typeof refuseField> =>
    context[unguarded] ? undefined : refuseField(guard, context, field);
  const resolvers = backEnd.resolvers.map((own) => wrapResolvers(own, limited));
  // The gateway finds what is wrong in the description.
  return buildSubschema({ manifest, composition, resolvers, refuse }).subschema;
}

/** The same resolver. Its promise rejects when the time of its extension is over. */
function limited(resolver: ResolverCall): ResolverCall {
  return (...received) => {
    const outcome = resolver(...received);
    if (!(outcome instanceof Promise)) return outcome;
    const context = received.find((one) => one instanceof ServedContext);
    return context === undefined ? outcome : context.within(outcome);
  };
}
