import type { Options } from 'ajv/dist/2020.js';
import {
  createAjv,
  errorMessage,
  type FindingCode,
  fixOfProblem,
  isObject,
  isObjectOrList,
  nearestName,
  pointerKeys,
  pointerTo,
  schemaErrors,
  schemaProblems,
} from '#base';
import type { JsonFile } from './json-text.ts';
import type { Report } from './report.ts';
import { dataKeywords, slowPattern, slowPatternsIn } from './slow-patterns.ts';

/** A JSON Schema 2020-12 object. */
export type JsonSchema = Readonly<Record<string, unknown>>;

interface SchemaPlace {
  readonly json: JsonFile;
  /** JSON pointer of the schema within the file. */
  readonly base: string;
  /** Of findings about it. */
  readonly code: FindingCode;
  /** What it may use besides JSON Schema. */
  readonly more?: Pick<Options, 'keywords' | 'formats'>;
}

/** The value as a JSON Schema that compiles. Reports an unusable one and returns undefined. */
export function checkSchema(
  value: unknown,
  { json, base, code, more = {} }: SchemaPlace,
  report: Report,
): JsonSchema | undefined {
  if (!isObject(value)) {
    const fix = 'Write an object, such as { "type": "object", "properties": { ... } }.';
    report(code, json.placeOf(base), { what: 'is not a JSON Schema, which is an object', fix });
    return undefined;
  }
  if ('$async' in value) {
    const what = 'the JSON Schema has "$async", which is no word of JSON Schema';
    report(code, json.placeOf(`${base}/$async`, 'key'), { what, fix: 'Remove it.' });
    return undefined;
  }
  try {
    const errors = schemaErrors(value);
    if (errors.length === 0) {
      createAjv(more).compile(value);
      const slow = slowPatternsIn(value);
      for (const pointer of slow) {
        const target = pointer.endsWith('/pattern') ? 'value' : 'key';
        const what = `the JSON Schema: "${pointerKeys(pointer).at(-1)}" ${slowPattern.what}`;
        report('PATTERN_TOO_SLOW', json.placeOf(base + pointer, target), { what, fix: slowPattern.fix });
      }
      if (slow.length > 0) return undefined;
      return value;
    }
    for (const problem of schemaProblems(errors))
      report(code, json.placeOf(base + problem.pointer, problem.target), {
        what: `the JSON Schema: ${problem.message}`,
        fix: problem.pointer.endsWith('/type') ? typeFix : fixOfProblem(problem),
      });
  } catch (error) {
    const reason = errorMessage(error);
    const [, unknown = ''] = /unknown keyword: "(.+)"/.exec(reason) ?? [];
    const [, mistyped = ''] = /^(\w+) value must be \["/.exec(reason) ?? [];
    const pointer = keywordIn(value, unknown || mistyped);
    report(code, pointer === undefined ? json.placeOf(base) : json.placeOf(base + pointer, 'key'), {
      what: `the JSON Schema does not compile: ${reason}`,
      fix: fixOfCompileError(reason, unknown, Object.keys(createAjv(more).RULES.keywords)),
    });
  }
  return undefined;
}

/** Keywords whose values are schemas by names of the author's own. */
const namedSchemas: ReadonlySet<string> = new Set(['properties', 'patternProperties', '$defs', 'dependentSchemas']);

/** JSON pointer of the first use of a keyword in a schema. */
function keywordIn(schema: unknown, keyword: string, pointer = '', isSchema = true): string | undefined {
  if (!isObjectOrList(schema)) return undefined;
  for (const [key, value] of Object.entries(schema)) {
    const own = pointerTo(pointer, key);
    if (isSchema && key === keyword) return own;
    const isData = isSchema && dataKeywords.has(key);
    const inside = isData ? undefined : keywordIn(value, keyword, own, !isSchema || !namedSchemas.has(key));
    if (inside !== undefined) return inside;
  }
  return undefined;
}

const typeFix = 'Write "object", "array", "string", "number", "integer", "boolean" or "null", or a list of these.';

function fixOfCompileError(reason: string, unknown: string, keywords: readonly string[]): string {
  const [, type] = /missing type "(\w+)"/.exec(reason) ?? [];
  if (type !== undefined) return `Write "type": "${type}" next to it, so that nothing else slips through.`;
  const near = unknown === '' ? undefined : nearestName(unknown, keywords);
  if (near !== undefined) return `Did you mean "${near}"?`;
  if (unknown !== '') return 'Remove it. When it is the name of a field, write it below "properties".';
  if (reason.includes('unknown format')) return 'Correct its spelling, or remove it.';
  if (/must be \["boolean"/.test(reason)) return 'Write true or false, without quotes.';
  if (reason.includes("can't resolve reference"))
    return 'Define it below "$defs" of this schema: no other file is read.';
  return 'Correct the schema. The gateway compiles it with Ajv in strict mode: https://ajv.js.org/strict-mode.html.';
}
