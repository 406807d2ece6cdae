import { type DocumentNode, type GraphQLError, type GraphQLSchema, print, specifiedRules, validate } from 'graphql';

/** The errors of a document by GraphQL's own rules, with places in the text that it was parsed from. */
export type ValidateQuery = (document: DocumentNode) => readonly GraphQLError[];

/**
 * Validates the documents of one schema. A component of all pages has the same document on each of them, and rules cost
 * more than all other steps: what they have passed is not validated again.
 */
export function createQueryValidation(schema: GraphQLSchema): ValidateQuery {
  const passed = new Set<string>();
  return (document) => {
    const text = print(document);
    if (passed.has(text)) return [];
    const errors = validate(schema, document, specifiedRules);
    if (errors.length === 0) passed.add(text);
    return errors;
  };
}
