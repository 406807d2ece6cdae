import { createAjv, fixOfProblem, schemaProblems } from '#base';
import type { JsonSchema } from '../files/check-schema.ts';

/** What is wrong with a value, in words for an author; undefined when nothing is. */
export type PayloadCheck = (value: unknown) => string | undefined;

/** Checks values by a JSON Schema, which is compiled with the first of them. */
export function createPayloadCheck(schema: JsonSchema): PayloadCheck {
  let validate: ReturnType<ReturnType<typeof createAjv>['compile']> | undefined;
  return (value) => {
    validate ??= createAjv().compile(schema);
    if (validate(value)) return undefined;
    return schemaProblems(validate.errors)
      .map((problem) => `${problem.message}. ${fixOfProblem(problem)}`)
      .join(' ');
  };
}
