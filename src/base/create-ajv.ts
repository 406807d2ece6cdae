import type { Ajv2020, ErrorObject, Options } from 'ajv/dist/2020.js';
import { requireOwn } from './own-files.ts';

/**
 * JSON Schema 2020-12 with formats, strict, all errors at once. `errorMessage` in a schema (which editors show too) says
 * what is expected where the keyword alone is not clear, as with patterns. What it compiles is
 * taken to be a JSON Schema: who has one of somebody else's asks {@link schemaErrors} first.
 */
export function createAjv(options: Options = {}): Ajv2020 {
  // Ninety modules: loaded with the first schema that is not our own. Those are compiled beforehand (scripts/generate/validators.ts).
  const { Ajv2020 }: typeof import('ajv/dist/2020.js') = requireOwn('ajv/dist/2020.js');
  const formats: typeof import('ajv-formats') = requireOwn('ajv-formats');
  const standard: Options = {
    allErrors: true,
    strict: true,
    // "Either of the two", "this where that": required without properties beside it, and items of which some may be missing.
    strictRequired: false,
    strictTuples: false,
    allowUnionTypes: true,
    verbose: true,
    validateSchema: false,
  };
  const ajv = new Ajv2020({ ...standard, ...options });
  formats.default(ajv);
  ajv.addVocabulary(['errorMessage']);
  return ajv;
}

let metaSchema: Ajv2020 | undefined;

/**
 * What is wrong with a JSON Schema as such. The schema of schemas is compiled once in a process: that takes as long as
 * everything else that a reload reads. Nothing of what it has looked at stays in it.
 */
export function schemaErrors(schema: object): readonly ErrorObject[] {
  metaSchema ??= createAjv();
  return metaSchema.validateSchema(schema) === true ? [] : (metaSchema.errors ?? []);
}
