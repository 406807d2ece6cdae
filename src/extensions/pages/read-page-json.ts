import { fixOfProblem, schemaProblems } from '#base';
import { pagePathProblem } from '#config';
import { readJsonFile } from '../files/json-text.ts';
import type { Report } from '../files/report.ts';
import type { OwnPage } from './page-files.ts';
import { validate } from './page-validator.gen.js';

/** Reads the page.json of a group: `optional` for a page that another extension brings. Undefined when unusable. */
export async function readPageJson(
  file: string,
  group: string,
  report: Report,
): Promise<OwnPage | 'optional' | undefined> {
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
  const { $schema: _, path: written, optional, ...others } = value;
  if (optional !== undefined && written === undefined && Object.keys(others).length === 0) return 'optional';
  if (optional !== undefined || written === undefined) {
    const what = optional === undefined ? 'it has no "path"' : '"optional" stands beside other keys';
    const fix = 'Write the path of a page of your own, or { "optional": true } for a page of another extension.';
    report('PAGE_JSON_INVALID', json.placeOf(optional === undefined ? '' : '/optional'), { what, fix });
    return undefined;
  }
  const page = { path: written, ...others };
  const problem = pagePathProblem(page.path);
  const path = `the path "${page.path}"`;
  const at = json.placeOf('/path');
  if (page.menu !== undefined && page.path.includes('/:')) {
    const fix = 'Leave out "menu", or its parameters.';
    report('PAGE_JSON_INVALID', json.placeOf('/menu'), {
      what: `${path} has parameters, so no menu can link to it`,
      fix,
    });
  }
  if (problem !== undefined) report(problem.code, at, { what: `${path} ${problem.what}`, fix: problem.fix });
  return { group, page, places: new Map(Object.keys(page).map((key) => [key, json.placeOf(`/${key}`)])) };
}
