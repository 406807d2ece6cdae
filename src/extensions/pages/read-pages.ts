import { basename, join } from 'node:path';
import { pagePathProblem } from '#config';
import { readJsonFile, reportInvalid } from '../files/json-text.ts';
import { listFolder, walkFolder } from '../files/list-folder.ts';
import { type Report, reportStrays } from '../files/report.ts';
import type { AssetFile, OwnPage, PageComponentFile } from './page-files.ts';
import { validate } from './page-validator.gen.js';

interface Pages {
  readonly pages: readonly PageComponentFile[];
  readonly ownPages: readonly OwnPage[];
  readonly optionalPages: readonly string[];
}

/** Reads `pages/`: components and page.json files. Whether a group exists is checked with gateway.yaml. */
export async function readPages(root: string, report: Report): Promise<Pages> {
  const pages = await listFolder(join(root, 'pages'), root, report);
  const strays = pages.files.filter((name) => name !== 'README.md');
  const fix = 'Page components belong in pages/<group>/, such as pages/productPage/; other modules in e.g. src/.';
  reportStrays(pages.folder, strays, { what: 'is a file where only page groups lie', fix }, report);
  const groups = await Promise.all(pages.folders.map((group) => readGroup(group, root, report)));
  return {
    pages: groups.flatMap(({ pages }) => pages),
    ownPages: groups.flatMap(({ ownPages }) => ownPages),
    optionalPages: groups.flatMap(({ optionalPages }) => optionalPages),
  };
}

export async function readAssets(root: string, report: Report): Promise<readonly AssetFile[]> {
  const folder = join(root, 'assets');
  const files = await walkFolder(folder, root, report);
  return files.map((file) => ({ file, name: file.slice(folder.length + 1).replaceAll('\\', '/') }));
}

async function readGroup(group: string, root: string, report: Report): Promise<Pages> {
  const { folder, files, folders } = await listFolder(join(root, 'pages', group), root, report);
  const fix = 'Modules that components share belong in a folder next to pages/, e.g. src/.';
  reportStrays(folder, folders, { what: 'is a folder in a page group', fix }, report);
  const components = files.filter(isComponent);
  for (const name of files) {
    if (isComponent(name) || /\.css$|\.module\.d\.css\.ts$/.test(name) || other.includes(name)) continue;
    report('EXTENSION_FILE_UNKNOWN', join(folder, name), { what: 'is no page component', fix: fixForUnknown(name) });
  }
  reportAlike(components, folder, report);
  const own = files.includes(pageJson) ? await readPageJson(join(folder, pageJson), group, report) : undefined;
  return {
    pages: components.map((name) => ({ group, name: basename(name, '.tsx'), file: join(folder, name) })),
    ownPages: own === undefined || own === 'optional' ? [] : [own],
    optionalPages: own === 'optional' ? [group] : [],
  };
}

/** Reads the page.json of a group: `optional` for a page that another extension brings. Undefined when unusable. */
async function readPageJson(file: string, group: string, report: Report): Promise<OwnPage | 'optional' | undefined> {
  const json = await readJsonFile(file, 'PAGE_JSON_SYNTAX', report);
  if (json === undefined) return undefined;
  const { value } = json;
  if (!validate(value)) {
    reportInvalid('PAGE_JSON_INVALID', json, validate.errors, report);
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
    const what = `${path} has parameters, so no menu can link to it`;
    report('PAGE_JSON_INVALID', json.placeOf('/menu'), { what, fix });
  }
  if (problem !== undefined) report(problem.code, at, { what: `${path} ${problem.what}`, fix: problem.fix });
  return { group, page, places: new Map(Object.keys(page).map((key) => [key, json.placeOf(`/${key}`)])) };
}

const pageJson = 'page.json';
const other: readonly string[] = [pageJson, 'README.md'];

// `Reviews.tsx` and `REVIEWS.tsx` would be one file on file systems that ignore case.
function reportAlike(components: readonly string[], folder: string, report: Report): void {
  for (const [first = '', ...others] of Map.groupBy(components, (name) => name.toLowerCase()).values()) {
    for (const name of others) {
      const what = `differs from "${first}" only in upper and lower case`;
      report('COMPONENT_DUPLICATE', join(folder, name), { what, fix: 'Rename it.' });
    }
  }
}

function isComponent(name: string): boolean {
  return /^[A-Z][A-Za-z0-9]*\.tsx$/.test(name);
}

function fixForUnknown(name: string): string {
  if (/\.(?:test|spec)\.[jt]sx?$/.test(name)) return "Tests belong in the extension's test/ folder.";
  const [, stem, ending] = /^(.*?)\.([cm]?[jt]sx?)$/.exec(name) ?? [];
  if (name.endsWith('.json')) return `The page's own file is named ${pageJson}.`;
  if (stem === undefined) return 'A page group has components (Name.tsx) and their styles (Name.module.css).';
  if (/^[A-Z][A-Za-z0-9]*$/.test(stem) && ending !== 'tsx') return `Rename it to ${stem}.tsx if it is a component.`;
  const upper = stem.charAt(0).toUpperCase() + stem.slice(1).replaceAll(/[^A-Za-z0-9]/g, '');
  return `A component's name begins with an upper-case letter, such as ${upper}.tsx; other modules belong in e.g. src/.`;
}
