import type { GraphQLSchema } from 'graphql';
import type { ExtensionId } from '../base/ids.ts';
import type { Composition } from '../subschema/composition.ts';
import type { Subschema } from '../subschema/subschema.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';
import type { FieldRoutes } from './field-routes.ts';
import type { BackEnd, FieldFacts, OwnField } from './operation-plan.ts';

/** What all plans of one gateway are made from. */
export interface PlanParts {
  /** What clients see. */
  readonly schema: GraphQLSchema;
  readonly composition: Composition;
  readonly routes: FieldRoutes;
  readonly subschemas: ReadonlyMap<ExtensionId, Subschema>;
  /** Who runs the steps of an extension; undefined where nobody does, and its operations are interpreted. */
  readonly backEndOf: (subschema: Subschema) => BackEnd | undefined;
  /** Where calls of extensions are counted. */
  readonly telemetry?: Telemetry | undefined;
  /** Fields of Query that are the gateway's own, by name. */
  readonly ownFields: ReadonlyMap<string, OwnField>;
  /** What has been found out about fields so far, for all plans; as many as the extensions have. */
  readonly facts: Map<string, FieldFacts>;
}

/** The operation has no plan; graphql-js interprets it. */
export class Unplannable extends Error {
  /** A few words, the same for all operations of the kind: they are counted. */
  readonly reason: string;

  constructor(reason: string) {
    super(`no plan: ${reason}`);
    this.reason = reason;
  }
}

/** Nobody can answer the operation, however it is run: no extension, and no key, leads to some field. */
export class Unreachable extends Error {
  /** Names nothing that clients do not see: what leads nowhere may be what a resolver requires. */
  constructor({ inaccessible }: Pick<Composition, 'inaccessible'>, type: string, field: string) {
    const isHidden = inaccessible.has(type) || inaccessible.has(`${type}.${field}`);
    const name = isHidden ? 'What is asked for' : `${type}.${field}`;
    super(
      `${name} cannot be answered here: nobody who gives such an object at this place gives all that is asked of it.`,
    );
  }
}
