import type { Ajv2020, ErrorObject, Options } from 'ajv/dist/2020.js';
import { compilePattern } from './linear-patterns.ts';
import { requireOwn } from './own-files.ts';

/**
 * An Ajv for JSON Schema 2020-12: strict, with formats, and with all errors at once. Schemas may set
 * `errorMessage`, which editors show too, where the keyword does not say what is expected, such as `pattern`. It
 * does not check the schemas themselves. Check a schema of an extension with {@link schemaErrors} first.
 */
export function createAjv(options: Options = {}): Ajv2020 {
  // Ajv has 90 modules, so load it with the first schema of an extension. The gateway's own schemas are compiled
  // beforehand (scripts/generate/validators.ts).
  const { Ajv2020 }: typeof import('ajv/dist/2020.js') = requireOwn('ajv/dist/2020.js');
  const formats: typeof import('ajv-formats') = requireOwn('ajv-formats');
  const standard: Options = {
    allErrors: true,
    strict: true,
    // Allows `required` without `properties` next to it (in `anyOf` and `if`), and tuples with optional items.
    strictRequired: false,
    strictTuples: false,
    allowUnionTypes: true,
    verbose: true,
    validateSchema: false,
    // Patterns that one hostile text could block the process with run on a linear engine.
    code: { regExp: Object.assign(compilePattern, { code: 'compilePattern' }) },
  };
  const ajv = new Ajv2020({ ...standard, ...options });
  formats.default(ajv);
  ajv.addVocabulary(['errorMessage']);
  return ajv;
}

let metaSchema: Ajv2020 | undefined;

/**
 * Validates a JSON Schema against its meta-schema. The meta-schema is compiled once per process, because that takes
 * as long as all reading of a reload. The validated schemas are not cached.
 */
export function schemaErrors(schema: object): readonly ErrorObject[] {
  metaSchema ??= createAjv();
  return metaSchema.validateSchema(schema) === true ? [] : (metaSchema.errors ?? []);
}
