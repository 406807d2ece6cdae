/**
 * The engine without the gateway: joins SDL and resolvers of many extensions to one schema, and runs operations by
 * plans. The gateway builds its engine from the same parts.
 */
import { type Finding, throwIfErrors } from '#base';
import { composeGraphql } from './compose/compose-graphql.ts';
import { type Explanation, explainPlan } from './describe-plan.ts';
import { type EngineExtension, readExtensions, readSdl, type Sdl } from './engine-inputs.ts';
import type { OwnField } from './plan/operation-plan.ts';
import type { EngineCalls, EngineScope } from './run/engine-operation.ts';
import type { OperationRequest } from './run/plan-cache.ts';
import { type EngineCallbacks, type StitchedGateway, stitchGateway } from './stitch-gateway.ts';
import { checkSubschema } from './subschema/build-subschema.ts';
import { describeResolvers } from './subschema/describe-resolvers.ts';

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
 * say where, what, and how to correct it. `execute` takes operations that were validated with `schema`.
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
  const checked = read.map((manifest) => {
    const { resolvers } = manifest;
    return { resolvers, ...checkSubschema({ manifest, composition, described: describeResolvers(resolvers) }) };
  });
  throwIfErrors(checked.flatMap((one) => one.findings));

  // 3. Stitch.
  const { schema, plans, execute } = stitchGateway<Scope>({
    ...callbacks,
    begin,
    composition,
    subschemas: checked.flatMap(({ build, resolvers }) => build(resolvers, callbacks.refuse) ?? []),
    ownFields: new Map(Object.entries(own?.fields ?? {})),
  });
  return { schema, execute, explain: (operation) => explainPlan(plans.explain(operation)), findings };
}

/** Calls without a time-out, all with one context. */
function beginUnlimited({ context = {} }: EngineScope): EngineCalls {
  return { contextOf: () => context, start: () => undefined };
}
