/**
 * `stoa/engine`: SDL and resolvers of many extensions as one schema, and operations on it by plans (docs/engine.md):
 *
 *     const engine = createEngine({ extensions: [{ id: 'catalog', sdl, resolvers }] });
 *     const { data, errors } = await engine.execute({ document, variables, scope: { context } });
 */
export { type Finding, type Place, StartupError } from '#base';
export type {
  BatchResolver,
  CallObserver,
  EngineCalls,
  EngineLogger,
  EngineObserver,
  EngineOperation,
  EngineScope,
  EngineTracing,
  Explanation,
  FieldGuard,
  LimitedCall,
  Resolver,
  Waiting,
} from '#engine';
export {
  createEngine,
  type Engine,
  type EngineExtension,
  type EngineOptions,
  type ResolverMap,
  type Sdl,
} from '#engine';
