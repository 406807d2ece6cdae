import { GraphQLError, Kind, specifiedRules, type ValidationRule } from 'graphql';
import type { GraphqlConfig } from '../../config/config.ts';

/** As much of a gateway as decides it. */
interface SchemaKeeper {
  readonly config: { readonly graphql: Pick<GraphqlConfig, 'introspection'> };
  readonly development: boolean;
}

/** Whether clients may read the schema, and be told its names: gateway.yaml's `graphql.introspection`. */
export function opensSchema({ config, development }: SchemaKeeper): boolean {
  const { introspection } = config.graphql;
  return introspection === 'always' || (introspection === 'development' && development);
}

/** A message of graphql-js without what it adds for those who may know the schema's names. */
export function withoutSuggestion(message: string): string {
  const start = message.indexOf(' Did you mean ');
  return start === -1 ? message : message.slice(0, start);
}

const noIntrospection: ValidationRule = (context) => ({
  [Kind.FIELD]: (node) => {
    if (node.name.value !== '__schema' && node.name.value !== '__type') return;
    context.reportError(new GraphQLError('Introspection is turned off here.', { nodes: node }));
  },
});

/** graphql-js's rules for documents, and one more where clients may not read the schema. */
export function rulesFor(introspection: boolean): readonly ValidationRule[] {
  return introspection ? specifiedRules : [noIntrospection, ...specifiedRules];
}
