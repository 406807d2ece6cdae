import { refuseField } from '#auth';
import { type ExtensionId, throwIfErrors } from '#base';
import {
  type Composition,
  checkSubschema,
  describeResolvers,
  documentBackEnd,
  resolverBackEnd,
  type Subschema,
} from '#engine';
import type { delegateToMesh } from '#mesh';
import {
  checkTasks,
  ExtensionCalls,
  type ExtensionDescription,
  type RunningExtension,
  type StartExtension,
  type StartParts,
} from '#placement';
import type { DatabaseServer, Trouble } from '#postgres';
import { checkHandlers } from '#rest';

type BackEnd = typeof resolverBackEnd;

type CallsOptions = ConstructorParameters<typeof ExtensionCalls>[0];

/** A running extension, with the parts that the gateway has built from its description. */
export interface PlacedExtension {
  readonly id: ExtensionId;
  readonly running: RunningExtension;
  readonly description: ExtensionDescription;
  /** Undefined without GraphQL. */
  readonly subschema: Subschema | undefined;
  /** Runs its steps of plans. */
  readonly backEnd: BackEnd;
  /** Statistics and circuit breaker of its calls. */
  readonly calls: ExtensionCalls;
  /** Implements `context.mesh`; undefined without a `.meshrc.yaml`. */
  readonly askMesh?: ReturnType<typeof delegateToMesh>['ask'] | undefined;
}

export interface PlaceOptions extends Omit<StartParts, 'subgraph' | 'composition' | 'timeoutMs'> {
  readonly composition: Composition;
  /** From gateway.yaml. */
  readonly calls: Pick<CallsOptions, 'timeoutMs' | 'handlerTimeoutMs' | 'breaker'>;
  /** The sources of its `.meshrc.yaml`. */
  readonly mesh?: Parameters<typeof delegateToMesh>[1]['mesh'] | undefined;
  /** Its waits and troubles are not those of the extension. */
  readonly database: Pick<DatabaseServer, 'of' | 'isCrowded' | 'trouble'>;
  readonly start: StartExtension;
}

/** Starts an extension and checks its description. Throws StartupError for wrong exports. */
export async function placeExtension(options: PlaceOptions): Promise<PlacedExtension> {
  const { manifest, composition, logger, calls, start } = options;
  const { timeoutMs } = calls;
  const running = start({ ...options, subgraph: composition.subgraphs.get(manifest.id), timeoutMs });
  try {
    const description = await running.load();
    throwIfErrors(description.findings);
    const mesh = await openDelegate(options, description);
    // Checks both parts before throwing, so that one run reports the findings of both.
    const { backEnd } = running;
    if (mesh !== undefined && backEnd.gives === 'answers')
      throw new Error(`${manifest.id} has a .meshrc.yaml, whose fields are resolved in the gateway's process alone`);
    const ofMesh = mesh === undefined ? [] : [mesh.resolvers];
    const described = [...description.resolvers, ...describeResolvers(ofMesh)];
    const subschema = checkSubschema({ manifest, composition, described });
    const exported = [...checkHandlers(manifest, description.handlers), ...checkTasks(manifest, description.tasks)];
    throwIfErrors([...exported, ...subschema.findings]);
    const limited = new ExtensionCalls({
      ...calls,
      isCrowded: () => options.database.isCrowded(manifest.id),
      extension: manifest.id,
      logger,
      trouble: manifest.migrations.length > 0 ? () => troubleOf(options, running) : undefined,
      giveUpMs: backEnd.gives === 'answers' ? callsInARow * timeoutMs : timeoutMs,
    });
    running.onRecovered?.(() => limited.recovered());
    return {
      id: manifest.id,
      running,
      description,
      subschema: subschema.build(
        backEnd.gives === 'objects' ? [...backEnd.resolvers, ...ofMesh] : undefined,
        refuseField,
      ),
      backEnd: backEnd.gives === 'objects' ? resolverBackEnd : documentBackEnd(backEnd.ask),
      calls: limited,
      askMesh: mesh?.ask,
    };
  } catch (error) {
    await running.dispose();
    throw error;
  }
}

/** The trouble that lasts or ended last: the gateway's own, or that of an extension with connections of its own. */
function troubleOf({ database }: PlaceOptions, running: RunningExtension): Trouble | undefined {
  const own = running.trouble?.();
  const shared = database.trouble();
  if (own === undefined || shared === undefined) return own ?? shared;
  return (own.ended ?? Number.POSITIVE_INFINITY) > (shared.ended ?? Number.POSITIVE_INFINITY) ? own : shared;
}

/** The most sequential calls that one answer of an extension outside this process may take. */
const callsInARow = 4;

async function openDelegate({ manifest, mesh, composition }: PlaceOptions, { resolvers }: ExtensionDescription) {
  if (mesh === undefined) return undefined;
  const { delegateToMesh } = await import('#mesh');
  return delegateToMesh(manifest, { mesh, composition, resolvers });
}
