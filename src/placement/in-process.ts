import { letRequestsIn } from '../base/let-requests-in.ts';
import type { Logger } from '../base/logger.ts';
import { type Finding, StartupError, throwIfErrors } from '../base/startup-error.ts';
import type { Bundle } from '../build/bundle.ts';
import { importBundle } from '../build/import-bundle.ts';
import type { ExtensionManifest } from '../extensions/manifest.ts';
import type { OpenMesh } from '../mesh/open-mesh.ts';
import { buildSubapp, type Subapp, type SubappParts } from '../subapp/build-subapp.ts';
import { buildSubschema, type SubschemaParts } from '../subschema/build-subschema.ts';
import type { Composition } from '../subschema/composition.ts';
import { missingResolvers } from '../subschema/missing-resolvers.ts';
import type { Subschema } from '../subschema/subschema.ts';
import { type CallLimitsConfig, ExtensionCalls } from './extension-calls.ts';
import type { RunningExtension } from './running-extension.ts';

export interface PlaceOptions {
  readonly manifest: ExtensionManifest;
  readonly bundle: Bundle;
  readonly composition: Composition;
  readonly logger: Logger;
  readonly calls: CallLimitsConfig;
  /** Over the sources of its `.meshrc.yaml`, when it has one. */
  readonly mesh?: OpenMesh | undefined;
}

/** Runs an extension in the gateway's own process. Throws StartupError for what its modules do wrong. */
export async function placeInProcess(options: PlaceOptions): Promise<RunningExtension> {
  const { manifest, bundle, composition, logger, calls } = options;
  const { handlers, resolvers: own, pages } = await importBundle(bundle);
  const delegate = await delegateOf(options, own);
  const resolvers = delegate === undefined ? own : [...own, delegate.resolvers];
  await letRequestsIn();
  // Both parts are tried before either's findings are thrown, so that a team sees them all in one go.
  const subapp = await attempt(() => placeSubapp({ manifest, handlers, logger }));
  const subschema = await attempt(() => placeSubschema({ manifest, composition, resolvers }));
  if (subapp.kind === 'failed' || subschema.kind === 'failed') {
    throw new StartupError([subapp, subschema].flatMap((part) => (part.kind === 'failed' ? part.findings : [])));
  }
  return {
    id: manifest.id,
    subschema: subschema.value,
    calls: new ExtensionCalls({ ...calls, extension: manifest.id, logger }),
    pages,
    askMesh: delegate?.ask,
    handleRest: subapp.value.handle,
    dispose: async () => undefined,
  };
}

async function delegateOf({ manifest, mesh, composition }: PlaceOptions, resolvers: SubschemaParts['resolvers']) {
  if (mesh === undefined) return undefined;
  const [{ MeshDelegate }, { meshResolvers }, { checkRewritten }] = await Promise.all([
    import('../mesh/mesh-delegate.ts'),
    import('../mesh/mesh-resolvers.ts'),
    import('../mesh/check-rewritten.ts'),
  ]);
  const delegate = new MeshDelegate({ extension: manifest.id, mesh, composition, resolvers });
  throwIfErrors(checkRewritten(manifest, delegate));
  return { resolvers: meshResolvers(delegate), ask: delegate.ask.bind(delegate) };
}

async function placeSubapp(parts: SubappParts): Promise<Subapp> {
  if (parts.manifest.endpoints.length === 0) return noSubapp;
  return buildSubapp(parts);
}

const noSubapp: Subapp = {
  handle: async ({ endpoint }) => {
    throw new Error(`an extension without endpoints was asked for ${endpoint.routeId}`);
  },
};

async function placeSubschema(parts: SubschemaParts): Promise<Subschema | undefined> {
  if (parts.manifest.sdl.length === 0 && parts.resolvers.length === 0) return undefined;
  const subschema = buildSubschema(parts);
  throwIfErrors(missingResolvers(parts));
  return subschema;
}

type Attempt<Value> =
  | { readonly kind: 'built'; readonly value: Value }
  | { readonly kind: 'failed'; readonly findings: readonly Finding[] };

async function attempt<Value>(build: () => Promise<Value>): Promise<Attempt<Value>> {
  try {
    return { kind: 'built', value: await build() };
  } catch (error) {
    if (error instanceof StartupError) return { kind: 'failed', findings: error.findings };
    throw error;
  }
}
