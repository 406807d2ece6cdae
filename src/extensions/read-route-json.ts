import { fixOfProblem, schemaProblems } from '../base/json-schema.ts';
import { type JsonFile, readJsonFile } from './files/json-file.ts';
import type { Report } from './files/report.ts';
import type { RouteJson } from './route-json.gen.ts';
import { validate } from './route-validator.gen.js';

/** Reads and validates a route.json. Reports every problem, and returns undefined when there is one. */
export async function readRouteJson(
  file: string,
  report: Report,
): Promise<{ readonly json: JsonFile; readonly route: RouteJson } | undefined> {
  const json = await readJsonFile(file, 'ROUTE_JSON_SYNTAX', report);
  if (json === undefined) return undefined;
  const { value } = json;
  if (!validate(value)) {
    for (const problem of schemaProblems(validate.errors)) {
      const where = json.placeOf(problem.pointer, problem.target);
      report('ROUTE_JSON_INVALID', { where, what: problem.message, fix: fixOfProblem(problem) });
    }
    return undefined;
  }
  return { json, route: value };
}
