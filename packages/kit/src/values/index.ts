/**
 * Made-up values: bodies for a JSON Schema, arguments for GraphQL, and scalars that fit the name of their field. The
 * same seed makes the same ones. Imports no other room.
 */
export { type Draw, drawFrom } from './draw.ts';
export { inputLiteral, inputValues } from './input-values.ts';
export { scalarValues } from './scalar-values.ts';
export { brokenBodies, schemaValue } from './schema-values.ts';
