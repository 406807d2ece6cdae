import { fixOfProblem, schemaProblems } from '#base';
import { pagePathProblem, reservedSegment } from '#config';
import { readJsonFile } from '../files/json-text.ts';
import type { Report } from '../files/report.ts';
import type { OwnPage } from './page-files.ts';
import { validate } from './page-validator.gen.js';

/** Reads the page.json of a group. Undefined when it is unusable. */
export async function readPageJson(file: string, group: string, report: Report): Promise<OwnPage | undefined> {
  const json = await readJsonFile(file, 'PAGE_JSON_SYNTAX', report);
  if (json === undefined) return undefined;
  const { value } = json;
  if (!validate(value)) {
    for (const problem of schemaProblems(validate.errors)) {
      const where = json.placeOf(problem.pointer, problem.target);
      report('PAGE_JSON_INVALID', where, { what: problem.message, fix: fixOfProblem(problem) });
    }
    return undefined;
  }
  if (group === 'all' || !/^[a-zA-Z][a-zA-Z0-9]*$/.test(group)) {
    const what = group === 'all' ? '"all" is not a page: its components are on every page' : `"${group}" is no name`;
    report('PAGE_JSON_INVALID', file, { what, fix: 'Use a folder whose name has letters and digits, a letter first.' });
    return undefined;
  }
  const { $schema: _, ...page } = value;
  const problem = pagePathProblem(page.path);
  const path = `the path "${page.path}"`;
  const at = json.placeOf('/path');
  if (problem !== undefined) report('PAGE_PATH_INVALID', at, { what: `${path} ${problem.what}`, fix: problem.fix });
  else if (reservedSegment(page.path) !== undefined)
    report('PAGE_PATH_RESERVED', at, { what: `${path} is reserved for the gateway`, fix: 'Choose another path.' });
  return { group, page, places: new Map(Object.keys(page).map((key) => [key, json.placeOf(`/${key}`)])) };
}
