import { join } from 'node:path';
import {
  createAjv,
  didYouMean,
  errorMessage,
  fixOfProblem,
  isObject,
  pointerKeys,
  schemaErrors,
  schemaProblems,
} from '#base';
import { type JsonFile, readJsonFile } from './files/json-text.ts';
import type { Listing } from './files/list-folder.ts';
import type { Report } from './files/report.ts';
import type { Fields } from './read-fields.ts';
import { slowPattern, slowPatternsIn } from './slow-patterns.ts';

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
  if (typeof bodySchema !== 'string') return checkSchema(bodySchema, { json, base: '/bodySchema' }, report);
  if (!files.includes(bodySchema)) {
    const what = `"bodySchema" names the file "${bodySchema}", which is not in this folder`;
    const candidates = files.filter((name) => name.endsWith('.json') && name !== 'route.json');
    report('BODY_SCHEMA_INVALID', json.placeOf('/bodySchema'), { what, fix: didYouMean(bodySchema, candidates) });
    return undefined;
  }
  const file = await readJsonFile(join(folder, bodySchema), 'BODY_SCHEMA_INVALID', report);
  return file === undefined ? undefined : checkSchema(file.value, { json: file, base: '' }, report);
}

interface SchemaPlace {
  readonly json: JsonFile;
  readonly base: string;
}

function checkSchema(value: unknown, { json, base }: SchemaPlace, report: Report): Fields | undefined {
  if (!isObject(value)) {
    const fix = 'Write an object, such as { "type": "object", "properties": { ... } }.';
    report('BODY_SCHEMA_INVALID', json.placeOf(base), { what: 'is not a JSON Schema, which is an object', fix });
    return undefined;
  }
  if ('$async' in value) {
    const what = 'the JSON Schema has "$async", which is no word of JSON Schema';
    report('BODY_SCHEMA_INVALID', json.placeOf(`${base}/$async`, 'key'), { what, fix: 'Remove it.' });
    return undefined;
  }
  try {
    const errors = schemaErrors(value);
    if (errors.length === 0) {
      createAjv().compile(value);
      const slow = slowPatternsIn(value);
      for (const pointer of slow) {
        const target = pointer.endsWith('/pattern') ? 'value' : 'key';
        const what = `the JSON Schema: "${pointerKeys(pointer).at(-1)}" ${slowPattern.what}`;
        report('PATTERN_TOO_SLOW', json.placeOf(base + pointer, target), { what, fix: slowPattern.fix });
      }
      if (slow.length > 0) return undefined;
      const { required } = value;
      return { schema: value, required: Array.isArray(required) ? required.map(String) : [] };
    }
    for (const problem of schemaProblems(errors))
      report('BODY_SCHEMA_INVALID', json.placeOf(base + problem.pointer, problem.target), {
        what: `the JSON Schema: ${problem.message}`,
        fix: problem.pointer.endsWith('/type') ? typeFix : fixOfProblem(problem),
      });
  } catch (error) {
    const reason = errorMessage(error);
    report('BODY_SCHEMA_INVALID', json.placeOf(base), {
      what: `the JSON Schema does not compile: ${reason}`,
      fix: fixOfCompileError(reason),
    });
  }
  return undefined;
}

const typeFix = 'Write "object", "array", "string", "number", "integer", "boolean" or "null", or a list of these.';

function fixOfCompileError(reason: string): string {
  const [, type] = /missing type "(\w+)"/.exec(reason) ?? [];
  if (type !== undefined) return `Write "type": "${type}" next to it, so that nothing else slips through.`;
  if (/unknown (?:keyword|format)/.test(reason)) return 'Correct its spelling, or remove it.';
  if (reason.includes("can't resolve reference"))
    return 'Define it below "$defs" of this schema: no other file is read.';
  return 'Correct the schema. The gateway compiles it with Ajv in strict mode: https://ajv.js.org/strict-mode.html.';
}
