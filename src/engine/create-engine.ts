/**
 * The engine without the gateway: joins SDL and resolvers of many extensions to one schema, and runs operations by
 * plans. The gateway builds its engine from the same parts.
 */
import { type Finding, throwIfErrors } from '#base';
import { composeGraphql } from './compose/compose-graphql.ts';
import { type Explanation, explainPlan } from './describe-plan.ts';
import { type EngineExtension, type ReadExtension, readExtensions, readSdl, type Sdl } from './engine-inputs.ts';
import type { OwnField } from './plan/operation-plan.ts';
import type { EngineCalls, EngineScope } from './run/engine-operation.ts';
import type { OperationRequest } from './run/plan-cache.ts';
import { type EngineCallbacks, type StitchedGateway, stitchGateway } from './stitch-gateway.ts';
import { buildSubschema } from './subschema/build-subschema.ts';
import type { Composition } from './subschema/composition.ts';
import { describeResolvers } from './subschema/describe-resolvers.ts';
import { missingResolvers } from './subschema/missing-resolvers.ts';
import type { Subschema } from './subschema/subschema.ts';

export type { EngineExtension, ResolverMap, Sdl } from './engine-inputs.ts';

export interface EngineOptions<Scope extends EngineScope>
  extends Omit<EngineCallbacks<Scope>, 'begin' | 'ownFields'>,
    Partial<Pick<EngineCallbacks<Scope>, 'begin'>> {
  /** Where extensions overlap, the first one wins. */
  readonly extensions: readonly EngineExtension[];
  /** Types, and fields of Query with their resolvers, that belong to no extension. */
  readonly own?: { readonly sdl: Sdl; readonly fields: Readonly<Record<string, OwnField>> } | undefined;
  /** Whether frequent plans get generated code; true when left out. Answers are the same. */
  readonly compile?: boolean | undefined;
}

export interface Engine<Scope extends EngineScope> extends Pick<StitchedGateway<Scope>, 'schema' | 'execute'> {
  /** Says which extensions an operation would call, for what and in which order. */
  explain(operation: OperationRequest): Explanation;
  /** Warnings only: errors are thrown. */
  readonly findings: readonly Finding[];
}

/**
 * Joins extensions to one executable schema. Throws StartupError when an SDL or a resolver is wrong; its `findings`
 * say where, what, and how to mend it. `execute` takes operations that were validated with `schema`.
 */
export function createEngine<Scope extends EngineScope = EngineScope>(options: EngineOptions<Scope>): Engine<Scope> {
  const { extensions, own, begin = beginUnlimited, ...callbacks } = options;

  // 1. Read all SDL, and join it. Errors that only follow from unreadable SDL are not reported.
  const { read, findings: unread } = readExtensions(extensions);
  const ownSdl = own === undefined ? {} : readSdl(own.sdl, 'own.graphql');
  throwIfErrors([...unread, ...(ownSdl.finding === undefined ? [] : [ownSdl.finding])]);
  const { composition, findings } = composeGraphql(read, { own: ownSdl.read?.document });
  throwIfErrors(findings);

  // 2. Check each extension's resolvers against its SDL, and make them executable.
  const built = read.map((extension) => subschemaOf(extension, composition, callbacks.refuse));
  throwIfErrors(built.flatMap((one) => one.findings));

  // 3. Stitch.
  const { schema, plans, execute } = stitchGateway<Scope>({
    ...callbacks,
    begin,
    composition,
    subschemas: built.flatMap(({ subschema }) => subschema ?? []),
    ownFields: new Map(Object.entries(own?.fields ?? {})),
  });
  return { schema, execute, explain: (operation) => explainPlan(plans.explain(operation)), findings };
}

function subschemaOf(
  extension: ReadExtension,
  composition: Composition,
  refuse: EngineCallbacks<EngineScope>['refuse'],
): { readonly subschema: Subschema | undefined; readonly findings: readonly Finding[] } {
  const { resolvers } = extension;
  const { subschema, findings } = buildSubschema({ manifest: extension, composition, resolvers, refuse });
  // A resolver with a wrong name would be reported as missing, too.
  if (findings.length > 0) return { subschema, findings };
  return { subschema, findings: missingResolvers(extension, composition, describeResolvers(resolvers)) };
}

/** Calls without a time-out, all with one context. */
function beginUnlimited({ context = {} }: EngineScope): EngineCalls {
  return { contextOf: () => context, start: () => undefined };
}
