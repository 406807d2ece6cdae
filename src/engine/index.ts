/**
 * SDL and resolvers of many extensions → one schema, executed by plans. A library of its own: see docs/engine.md.
 * `subschema/` is one extension's part, `compose/` joins them, `plan/` plans an operation, `compile/` makes code of
 * its inner loops, `run/` runs it, and `replay/` completes answers with errors with graphql-js. Imports `base` alone.
 */
export { findAbsent, requireUses } from './compose/checks/check-uses.ts';
export { clientDocument } from './compose/client-document.ts';
export { composeGraphql } from './compose/compose-graphql.ts';
export { bareSchemas, withoutHidden } from './compose/public-schema.ts';
export type { DisabledOwners } from './compose/resting-contributions.ts';
export { collectTypes, placeOf, rootTypes, type TypePart } from './compose/sdl/collect-types.ts';
export { explainPlan } from './describe-plan.ts';
export { executeSubgraph } from './execute-subgraph.ts';
export { collectSubfields } from './plan/collect-fields.ts';
export { selectedNames } from './plan/field-sets.ts';
export { type Answer, type AskExtension, documentBackEnd, type Question } from './run/document-back-end.ts';
export type { EngineCalls, EngineOperation } from './run/engine-operation.ts';
export { mostPlansOf, PlanCache, type UncachedDocument } from './run/plan-cache.ts';
export { resolverBackEnd } from './run/resolve-references.ts';
export { stitchGateway } from './stitch-gateway.ts';
export { buildSubschema, checkSubschema } from './subschema/build-subschema.ts';
export type { ComposedField, Composition, ExtensionSdl, FieldGuard } from './subschema/composition.ts';
export {
  type DescribedResolvers,
  describeResolvers,
  hasResolver,
  type ResolverFile,
} from './subschema/describe-resolvers.ts';
export { argumentOf, directivesOf, fieldSetOf } from './subschema/federation.ts';
export { describeSubschema } from './subschema/missing-resolvers.ts';
export { relaxedSchema } from './subschema/relaxed-schema.ts';
export type { ExecutableSubschema, Subschema } from './subschema/subschema.ts';
export { type ResolverCall, type ResolverCoordinate, wrapResolvers } from './subschema/wrap-resolvers.ts';
export { namedTypeOf, writtenFields } from './subschema/written-fields.ts';
