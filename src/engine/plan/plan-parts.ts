import type { GraphQLSchema } from 'graphql';
import type { ExtensionId } from '../../base/ids.ts';
import type { Composition } from '../subschema/composition.ts';
import type { RefuseField } from '../subschema/guarded-resolver.ts';
import type { Subschema } from '../subschema/subschema.ts';
import type { EngineObserver } from './engine-observer.ts';
import type { FieldRoutes } from './field-routes.ts';
import type { BackEnd, FieldFacts, OwnField } from './operation-plan.ts';

/** What all plans of one gateway are made from. */
export interface PlanParts {
  /** What clients see. */
  readonly schema: GraphQLSchema;
  readonly composition: Composition;
  readonly routes: FieldRoutes;
  readonly subschemas: ReadonlyMap<ExtensionId, Subschema>;
  /** What runs the steps of an extension. */
  readonly backEndOf: (subschema: Subschema) => BackEnd;
  /** Where calls of extensions are counted. */
  readonly observe?: EngineObserver | undefined;
  readonly refuse: RefuseField;
  /** Fields of Query that are the gateway's own, by name. */
  readonly ownFields: ReadonlyMap<string, OwnField>;
  /** What has been found out about fields so far, for all plans; as many as the extensions have. */
  readonly facts: Map<string, FieldFacts>;
}

/** The operation is refused before anything runs. The message is for the client. */
export class Refused extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** The most fields of one operation, counted for each type that an interface or union may be. */
export const maxFields = 2000;

export class TooLarge extends Refused {
  constructor() {
    super(
      'GRAPHQL_VALIDATION_FAILED',
      `The operation selects more than ${maxFields} fields, counted once for each type that an interface or union may be. Select fewer fields, or send several operations.`,
    );
  }
}

/** No extension, and no key, leads to some field. */
export class Unreachable extends Refused {
  /** Names nothing that clients do not see: what leads nowhere may be what a resolver requires. */
  constructor({ inaccessible }: Pick<Composition, 'inaccessible'>, type: string, field: string) {
    const isHidden = inaccessible.has(type) || inaccessible.has(`${type}.${field}`);
    const name = isHidden ? 'What is asked for' : `${type}.${field}`;
    super(
      'UNREACHABLE',
      `${name} cannot be answered here: nobody who gives such an object at this place gives all that is asked of it.`,
    );
  }
}
