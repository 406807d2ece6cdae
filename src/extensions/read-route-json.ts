import { readFileSync } from 'node:fs';
import type { ValidateFunction } from 'ajv/dist/2020.js';
import { createAjv, schemaProblems } from '../base/json-schema.ts';
import { type JsonFile, readJsonFile } from './json-file.ts';
import type { Report } from './report.ts';
import type { RouteJson } from './route-json.gen.ts';

const schemaFile = new URL('../../schemas/route.schema.json', import.meta.url);

let validator: ValidateFunction<RouteJson> | undefined;

/** A route.json that its schema allows; undefined, and every problem reported, when it is not. */
export async function readRouteJson(
  file: string,
  report: Report,
): Promise<{ readonly json: JsonFile; readonly route: RouteJson } | undefined> {
  const json = await readJsonFile(file, 'ROUTE_JSON_SYNTAX', report);
  if (json === undefined) return undefined;
  const { value } = json;
  // Compiled on first use, once. That it is a schema is tested, which saves 30 ms of every start.
  validator ??= createAjv({ validateSchema: false }).compile<RouteJson>(JSON.parse(readFileSync(schemaFile, 'utf8')));
  if (!validator(value)) {
    for (const { pointer, target, message, fix } of schemaProblems(validator.errors)) {
      const where = json.placeOf(pointer, target);
      report('ROUTE_JSON_INVALID', { where, what: message, ...(fix !== undefined && { fix }) });
    }
    return undefined;
  }
  return { json, route: value };
}
