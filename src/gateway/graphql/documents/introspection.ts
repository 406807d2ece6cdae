import { GraphQLError, Kind, specifiedRules, type ValidationRule } from 'graphql';
import type { Config } from '#config';

/** Whether clients may read the schema and see its names in errors: gateway.yaml's `graphql.introspection`. */
export function allowsIntrospection({
  config,
  development,
}: {
  readonly config: Pick<Config, 'graphql'>;
  readonly development: boolean;
}): boolean {
  const { introspection } = config.graphql;
  return introspection === 'always' || (introspection === 'development' && development);
}

/** Removes the suggestion of names from a message of graphql-js. */
export function stripSuggestion(message: string): string {
  const start = message.indexOf(' Did you mean ');
  return start === -1 ? message : message.slice(0, start);
}

const noIntrospection: ValidationRule = (context) => ({
  [Kind.FIELD]: (node) => {
    if (node.name.value !== '__schema' && node.name.value !== '__type') return;
    context.reportError(new GraphQLError('Introspection is turned off here.', { nodes: node }));
  },
});

/** The validation rules of graphql-js, and one more when clients may not read the schema. */
export function rulesFor(introspection: boolean): readonly ValidationRule[] {
  return introspection ? specifiedRules : [noIntrospection, ...specifiedRules];
}
