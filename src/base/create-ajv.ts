import { createRequire } from 'node:module';
import type { Ajv2020, Options } from 'ajv/dist/2020.js';

const require = createRequire(import.meta.url);

/**
 * JSON Schema 2020-12 with formats, strict, all errors at once. `errorMessage` in a schema (which editors show too) says
 * what is expected where the keyword alone is not clear, as with patterns.
 */
export function createAjv(options: Options = {}): Ajv2020 {
  // Ninety modules: loaded with the first schema that is not our own. Those are compiled beforehand (scripts/generate/validators.ts).
  const { Ajv2020 }: typeof import('ajv/dist/2020.js') = require('ajv/dist/2020.js');
  const formats: typeof import('ajv-formats') = require('ajv-formats');
  const ajv = new Ajv2020({ allErrors: true, strict: true, allowUnionTypes: true, verbose: true, ...options });
  formats.default(ajv);
  ajv.addVocabulary(['errorMessage']);
  return ajv;
}
