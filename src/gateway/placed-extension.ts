import { refuseField } from '../auth/refuse-field.ts';
import { type Finding, throwIfErrors } from '../base/findings/startup-error.ts';
import type { ExtensionId } from '../base/ids.ts';
import type { BackEnd } from '../engine/plan/operation-plan.ts';
import { documentBackEnd } from '../engine/run/document-back-end.ts';
import { resolverBackEnd } from '../engine/run/resolver-back-end.ts';
import { answeringSubschema, completeSubschema } from '../engine/subschema/build-subschema.ts';
import type { Composition } from '../engine/subschema/composition.ts';
import { describeResolvers, type ResolverFile } from '../engine/subschema/describe-resolvers.ts';
import { draftSubschema } from '../engine/subschema/draft-subschema.ts';
import { missingResolvers } from '../engine/subschema/missing-resolvers.ts';
import type { Subschema } from '../engine/subschema/subschema.ts';
import type { MeshDelegate } from '../mesh/mesh-delegate.ts';
import type { OpenMesh } from '../mesh/open-mesh.ts';
import { type CallLimitsConfig, ExtensionCalls } from '../placement/extension-calls.ts';
import type { ExtensionDescription } from '../placement/extension-description.ts';
import { startInProcess } from '../placement/in-process.ts';
import type { RunningExtension, StartExtension, StartParts } from '../placement/running-extension.ts';
import { checkHandlers } from '../rest/sub-app/check-handlers.ts';

/** An extension that runs, and what the gateway has made of its description. */
export interface PlacedExtension {
  readonly id: ExtensionId;
  readonly running: RunningExtension;
  readonly description: ExtensionDescription;
  /** Undefined when the extension has no GraphQL. */
  readonly subschema: Subschema | undefined;
  /** Runs its steps of plans. */
  readonly backEnd: BackEnd;
  /** How its calls have gone, and whether it is called at all. */
  readonly calls: ExtensionCalls;
  /** What is behind its `context.mesh`; undefined without a `.meshrc.yaml`. */
  readonly askMesh?: MeshDelegate['ask'] | undefined;
}

export interface PlaceOptions extends Omit<StartParts, 'subgraph' | 'timeoutMs'> {
  readonly composition: Composition;
  readonly calls: CallLimitsConfig;
  /** Over the sources of its `.meshrc.yaml`, when it has one. */
  readonly mesh?: OpenMesh | undefined;
  /** Where it runs; in this process when left out. */
  readonly start?: StartExtension | undefined;
}

/** Starts an extension and checks it by its description. Throws StartupError for what its modules do wrong. */
export async function placeExtension(options: PlaceOptions): Promise<PlacedExtension> {
  const { manifest, composition, logger, calls, start = startInProcess } = options;
  const { timeoutMs } = calls;
  const running = start({ ...options, subgraph: composition.subgraphs.get(manifest.id), timeoutMs });
  try {
    const description = await running.load();
    throwIfErrors(description.findings);
    const mesh = await openDelegate(options, description);
    // Both parts are checked before either's findings are thrown, so that a team sees them all in one go.
    const subschema = joinSubschema(options, { running, description, ofMesh: mesh?.resolvers });
    throwIfErrors([...checkHandlers(manifest, description.handlers), ...subschema.findings]);
    return {
      id: manifest.id,
      running,
      description,
      subschema: subschema.build(),
      backEnd: backEndOf(running),
      calls: new ExtensionCalls({
        ...calls,
        extension: manifest.id,
        logger,
        giveUpMs: running.backEnd.gives === 'answers' ? callsInARow * timeoutMs : timeoutMs,
      }),
      askMesh: mesh?.ask,
    };
  } catch (error) {
    await running.dispose();
    throw error;
  }
}

/** How many calls, one after the other, an answer of an extension elsewhere may take. */
const callsInARow = 4;

async function openDelegate({ manifest, mesh, composition }: PlaceOptions, { resolvers }: ExtensionDescription) {
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

interface JoinParts {
  readonly running: RunningExtension;
  readonly description: ExtensionDescription;
  readonly ofMesh: ResolverFile | undefined;
}

function joinSubschema(
  { manifest, composition }: PlaceOptions,
  { running, description, ofMesh }: JoinParts,
): { readonly findings: readonly Finding[]; build(): Subschema | undefined } {
  const { backEnd } = running;
  if (ofMesh !== undefined && backEnd.gives === 'answers')
    throw new Error(`${manifest.id} has a .meshrc.yaml, whose fields are resolved in the gateway's process alone`);
  const own = ofMesh === undefined ? [] : [ofMesh];
  const described = [...description.resolvers, ...describeResolvers(own)];
  if (manifest.sdl.length === 0 && described.length === 0) return { findings: [], build: () => undefined };
  const draft = draftSubschema({ manifest, composition, described });
  return {
    // A resolver with a wrong name is not missing besides.
    findings: draft.findings.length > 0 ? draft.findings : missingResolvers(manifest, composition, described),
    build: () =>
      backEnd.gives === 'objects'
        ? completeSubschema(draft, { composition, refuse: refuseField }, [...backEnd.resolvers, ...own])
        : answeringSubschema(draft),
  };
}

function backEndOf({ backEnd }: RunningExtension): BackEnd {
  return backEnd.gives === 'objects' ? resolverBackEnd : documentBackEnd(backEnd.ask);
}
