import { join } from 'node:path';
import { didYouMean } from '#base';
import { checkSchema } from './files/check-schema.ts';
import { type JsonFile, readJsonFile } from './files/json-text.ts';
import type { Listing } from './files/list-folder.ts';
import type { Report } from './files/report.ts';
import type { Fields } from './read-fields.ts';

const code = 'BODY_SCHEMA_INVALID';

interface BodySchemaSource {
  readonly json: JsonFile;
  readonly bodySchema: object | string;
  /** Of the folder of the endpoint. */
  readonly listing: Listing;
}

/**
 * Reads the JSON Schema of a body, from route.json or a file next to it. Reports an unusable schema and returns
 * undefined.
 */
export async function readBodySchema(source: BodySchemaSource, report: Report): Promise<Fields | undefined> {
  const { bodySchema, json } = source;
  const { folder, files } = source.listing;
  if (typeof bodySchema !== 'string') return fieldsOf(bodySchema, { json, base: '/bodySchema', code }, report);
  if (!files.includes(bodySchema)) {
    const what = `"bodySchema" names the file "${bodySchema}", which is not in this folder`;
    const candidates = files.filter((name) => name.endsWith('.json') && name !== 'route.json');
    report(code, json.placeOf('/bodySchema'), { what, fix: didYouMean(bodySchema, candidates) });
    return undefined;
  }
  const file = await readJsonFile(join(folder, bodySchema), code, report);
  return file === undefined ? undefined : fieldsOf(file.value, { json: file, base: '', code }, report);
}

function fieldsOf(...given: Parameters<typeof checkSchema>): Fields | undefined {
  const schema = checkSchema(...given);
  return schema && { schema, required: Array.isArray(schema.required) ? schema.required.map(String) : [] };
}
