/**
 * `stoa/engine`: one schema of many extensions' SDL and resolvers, and operations run by plans (docs/engine.md):
 *
 *     const engine = createEngine({ extensions: [{ id: 'catalog', sdl, resolvers }] });
 *     const { data, errors } = await engine.execute({ document, variables, scope: { context } });
 */
export { type Finding, type Place, StartupError } from '#base';
export {
  createEngine,
  type Engine,
  type EngineExtension,
  type EngineOptions,
  type ResolverMap,
  type Sdl,
} from './create-engine.ts';
export type { Explanation } from './describe-plan.ts';
export type { LimitedCall, Waiting } from './plan/call-limits.ts';
export type { CallObserver, EngineObserver, EngineTracing } from './plan/engine-observer.ts';
export type { EngineCalls, EngineLogger, EngineOperation, EngineScope } from './run/engine-operation.ts';
export type { FieldGuard } from './subschema/composition.ts';
export type { BatchResolver, Resolver } from './subschema/resolver.ts';
