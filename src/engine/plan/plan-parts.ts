import type { GraphQLSchema } from 'graphql';
import type { ExtensionId } from '#base';
import type { Composition } from '../subschema/composition.ts';
import type { RefuseField } from '../subschema/resolver.ts';
import type { Subschema } from '../subschema/subschema.ts';
import type { EngineObserver } from './engine-observer.ts';
import type { FieldRoutes } from './field-routes.ts';
import type { BackEnd, FieldFacts, OwnField } from './operation-plan.ts';

export interface PlanParts {
  readonly schema: GraphQLSchema;
  readonly composition: Composition;
  readonly routes: FieldRoutes;
  readonly subschemas: ReadonlyMap<ExtensionId, Subschema>;
  readonly backEndOf: (subschema: Subschema) => BackEnd;
  readonly observe?: EngineObserver | undefined;
  readonly refuse: RefuseField;
  /** Fields of Query that the gateway resolves itself, by name. */
  readonly ownFields: ReadonlyMap<string, OwnField>;
  /** Cached by extension and field. Its size is bounded by the extensions' SDL. */
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

/** Limit on the fields of one operation. Fields below an interface or union count once for each type. */
export const maxFields = 2000;

export class TooLarge extends Refused {
  constructor() {
    super(
      'GRAPHQL_VALIDATION_FAILED',
      `The operation selects more than ${maxFields} fields, counted once for each type that an interface or union may be. Select fewer fields, or send several operations.`,
    );
  }
}

/** No extension, and no key, leads to a field. */
export class Unreachable extends Refused {
  /** Does not name a field that clients do not see: another field's resolver may have required it. */
  constructor({ inaccessible, internal }: Pick<Composition, 'inaccessible' | 'internal'>, type: string, field: string) {
    const isHidden = [type, `${type}.${field}`].some((name) => inaccessible.has(name) || internal.has(name));
    const name = isHidden ? 'What is asked for' : `${type}.${field}`;
    super(
      'UNREACHABLE',
      `${name} cannot be resolved here: no extension that provides the object at this place provides all of its selected fields.`,
    );
  }
}
