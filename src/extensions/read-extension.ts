import { join } from 'node:path';
import { GraphQLError, parse, Source } from 'graphql';
import {
  compareFindings,
  type ExtensionId,
  editDistance,
  type Finding,
  nearestName,
  pointerTo,
  syntaxFix,
} from '#base';
import type { WrittenSettings } from '#config';
import { readJsonFile } from './files/json-text.ts';
import { type Listing, listFolder, walkFolder } from './files/list-folder.ts';
import { readPackageJson, withoutPackage } from './files/package-json.ts';
import { collectFindings, type Report, reportStrays } from './files/report.ts';
import { readSourceFile } from './files/source-file.ts';
import { readMails } from './mails/read-mails.ts';
import type { EndpointManifest, ExtensionManifest, SdlFile } from './manifest.ts';
import type { OwnPage } from './pages/page-files.ts';
import { readAssets, readPages } from './pages/read-pages.ts';
import { readEndpoint } from './read-endpoint.ts';
import { readMeshrc } from './read-meshrc.ts';
import { readMigrations, readSeeds } from './read-sql.ts';
import { readSettings, reportLabels, settingsName } from './settings/read-settings.ts';
import { readEvents } from './tasks/read-events.ts';
import { readTasks } from './tasks/read-tasks.ts';
import { missingText, readTexts, type TextFile, textsOf } from './texts/read-texts.ts';

interface ExtensionFolder extends Pick<ExtensionManifest, 'id' | 'folder' | 'declaredAt'> {
  /** As in gateway.yaml. Undefined without one. */
  readonly settings?: WrittenSettings | undefined;
}

/** Reads the folder of one extension without running its code. Returns its manifest and all findings. */
export async function readExtension({
  id,
  folder,
  declaredAt,
  settings: written,
}: ExtensionFolder): Promise<{ readonly manifest: ExtensionManifest; readonly findings: readonly Finding[] }> {
  const { findings, report } = collectFindings();
  const listing = await listFolder(folder, folder, report);
  reportMisspelt(listing, report);
  const [facts, parts, settings, mesh] = await Promise.all([
    listing.files.includes('package.json') ? readPackageJson(folder, report) : withoutPackage,
    readParts(id, folder, report),
    readSettings(listing, written, report),
    readMeshrc(listing, report),
  ]);
  reportUnpublished(parts, report);
  await reportMessages(parts.endpoints, parts.textFiles, report);
  reportMenuTexts(parts.ownPages, parts.textFiles, report);
  await reportLabels(settings, parts.textFiles, report);
  const life = readLife(listing, report);
  const manifest = {
    id,
    folder,
    ...facts,
    declaredAt,
    ...parts,
    texts: textsOf(parts.textFiles),
    settings,
    life,
    mesh,
  };
  const isEmpty = mesh === undefined && life === undefined && Object.values(parts).every((part) => part.length === 0);
  // Reports an empty extension only when everything could be read.
  if (findings.length === 0 && isEmpty) {
    const fix = `An extension has at least one of ${partNames.map((name) => `${name}/`).join(', ')}, extension.ts.`;
    const what = `the folder of "${id}" has nothing that a gateway could use`;
    report('EXTENSION_EMPTY', declaredAt, { what, fix, related: [{ file: folder }] });
  }
  return { manifest, findings: findings.toSorted(compareFindings) };
}

async function readParts(id: ExtensionId, folder: string, report: Report) {
  const [endpoints, graphql, migrations, seeds, pages, assets, textFiles, mails, ...others] = await Promise.all([
    readEndpoints(id, folder, report),
    readGraphql(folder, report),
    readMigrations(folder, report),
    readSeeds(folder, report),
    readPages(folder, report),
    readAssets(folder, report),
    readTexts(folder, report),
    readMails(folder, report),
    readEvents(folder, report),
    readTasks(folder, report),
  ]);
  const [events, tasks] = others;
  return { endpoints, ...graphql, migrations, seeds, ...pages, assets, textFiles, mails, events, tasks };
}

const partNames: readonly string[] = [
  ...['api', 'graphql', 'pages', 'migrations', 'seed', 'assets', 'texts', 'mails'],
  ...['events', 'subscribers', 'jobs'],
];

/** Absolute path of `extension.ts` or `extension.js`. */
function readLife({ folder, files }: Listing, report: Report): string | undefined {
  const [life, other] = files.filter((name) => /^extension\.[jt]s$/.test(name)).map((name) => join(folder, name));
  if (other !== undefined)
    report('EXTENSION_FILE_UNKNOWN', other, { what: 'lies beside another extension module', fix: 'Keep one of them.' });
  return life;
}

async function readEndpoints(id: ExtensionId, root: string, report: Report): Promise<readonly EndpointManifest[]> {
  const api = await listFolder(join(root, 'api'), root, report);
  const strays = api.files.filter((name) => name !== 'README.md');
  const fix = 'A route.json and its handlers belong in api/<endpoint>/, other modules in e.g. src/.';
  reportStrays(api.folder, strays, { what: 'is a file where only endpoint folders lie', fix }, report);
  // `addReview` and `AddReview` would share a generated type, and a folder on file systems that ignore case.
  for (const [first = '', ...others] of Map.groupBy(api.folders, (name) => name.toLowerCase()).values()) {
    for (const name of others) {
      const what = `"${name}" differs from "${first}" only in upper and lower case`;
      report('ENDPOINT_NAME', join(api.folder, name, 'route.json'), { what, fix: 'Rename it.' });
    }
  }
  const endpoints = await Promise.all(
    api.folders.map((name) => readEndpoint({ extension: id, root, folder: join(api.folder, name) }, report)),
  );
  return endpoints.filter((endpoint) => endpoint !== undefined);
}

function reportUnpublished(
  { events, mails, migrations }: Pick<ExtensionManifest, 'events' | 'mails' | 'migrations'>,
  report: Report,
): void {
  const what = 'is of an extension without migrations/: events and mails are handed over in its own database';
  const fix = 'Add a migration, or let the extension that has the data do so.';
  if (migrations.length > 0) return;
  for (const { file } of events.slice(0, 1)) report('EVENT_INVALID', file, { what, fix });
  for (const { file } of mails.slice(0, 1)) report('MAIL_INVALID', file, { what, fix });
}

/** Reports messages of route.json that the extension has no text for. */
async function reportMessages(
  endpoints: readonly EndpointManifest[],
  texts: readonly TextFile[],
  report: Report,
): Promise<void> {
  for (const { messages, source, files } of endpoints)
    for (const [field, key] of Object.entries(messages)) {
      const missing = missingText(`"message" of "${field}"`, key, texts, ['rule', 'limit']);
      if (missing === undefined) continue;
      const json = await readJsonFile(source.file, 'ROUTE_JSON_SYNTAX', report);
      const where =
        json?.placeOf(`${pointerTo(Object.hasOwn(files, field) ? '/files' : '/body', field)}/message`) ?? source;
      report('ROUTE_JSON_INVALID', where, missing);
    }
}

/** Reports menu entries that the extension has no text for. */
function reportMenuTexts(pages: readonly OwnPage[], texts: readonly TextFile[], report: Report): void {
  for (const { page, places } of pages) {
    const at = places.get('menu');
    const missing = page.menu && missingText('"text" of "menu"', page.menu.text, texts);
    if (missing !== undefined && at !== undefined) report('PAGE_JSON_INVALID', at, missing);
  }
}

// Other folders belong to the extension. A misspelt name is reported: the gateway would ignore its files silently.
function reportMisspelt({ folder, folders, files }: Listing, report: Report): void {
  const parts = files.filter((name) => partNames.includes(name));
  const problem = { what: 'is a file where a folder should lie', fix: 'Rename the file, or make it a folder.' };
  reportStrays(folder, parts, problem, report);
  // `context.settings` would be empty, and nothing started.
  for (const name of files.filter((each) => misspeltFile.test(each) && !knownFiles.includes(each))) {
    const fix = `Call it ${name.endsWith('.json') ? settingsName : 'extension.ts'}.`;
    report('EXTENSION_FILE_UNKNOWN', join(folder, name), { what: 'is not looked into', fix });
  }
  for (const name of folders.filter((each) => !partNames.includes(each))) {
    const isNear = (part: string) => editDistance(name.toLowerCase(), part) === 1;
    const part = partOf(name.toLowerCase()) ?? nearestName(name, ['graphql', 'migrations']) ?? longNames.find(isNear);
    if (part === undefined) continue;
    const fix = `Did you mean "${part}"? Otherwise give the folder a name that is further from it.`;
    report('EXTENSION_FILE_UNKNOWN', join(folder, name), { what: 'is not looked into', fix });
  }
}

const misspeltFile = /^(?:settings?(?:[.-]?schema)?\.json|extensions?\.[cm]?[jt]sx?)$/i;
const knownFiles = [settingsName, 'extension.ts', 'extension.js'];
/** No other word is one letter from these. */
const longNames = ['assets', 'events', 'subscribers'];

function partOf(name: string): string | undefined {
  return Object.keys(misspellings).find((part) => part === name || misspellings[part]?.includes(name));
}

// A list, because short names ("app", "images") are within a small edit distance of too many words.
const misspellings: Readonly<Record<string, readonly string[]>> = {
  api: ['apis'],
  assets: ['asset'],
  graphql: ['gql'],
  mails: ['mail', 'email', 'emails'],
  pages: ['page'],
  seed: ['seeds'],
  texts: ['text', 'i18n', 'locales', 'translations'],
  events: ['event'],
  subscribers: ['subscriber', 'listeners'],
  jobs: ['job', 'cron', 'crons', 'cronjobs'],
};

/** Reads `graphql/`: parses the SDL and lists the resolver files. */
async function readGraphql(
  root: string,
  report: Report,
): Promise<{ readonly sdl: readonly SdlFile[]; readonly resolverFiles: readonly string[] }> {
  const files = await walkFolder(join(root, 'graphql'), root, report);
  const sdl = await Promise.all(files.filter(isSdl).map((file) => readSdl(file, report)));
  for (const file of files) {
    if (isSdl(file) || isResolvers(file) || file.endsWith('/README.md')) continue;
    report('EXTENSION_FILE_UNKNOWN', file, { what: 'is neither SDL nor resolvers', fix: fixForUnknown(file) });
  }
  return { sdl: sdl.filter((each) => each !== undefined), resolverFiles: files.filter(isResolvers) };
}

async function readSdl(file: string, report: Report): Promise<SdlFile | undefined> {
  const source = await readSourceFile(file, report);
  if (source === undefined) return undefined;
  try {
    return { file, document: parse(new Source(source.text, file)) };
  } catch (error) {
    // The parser is recursive: thousands of nested brackets overflow its stack.
    if (error instanceof RangeError) {
      const fix = 'Take out brackets: types and values of a few levels are all that a schema needs.';
      report('SDL_SYNTAX', file, { what: 'nests too deeply to be read', fix });
      return undefined;
    }
    if (!(error instanceof GraphQLError)) throw error;
    const what = error.message.replace(/^Syntax Error: /, '');
    report('SDL_SYNTAX', { file, line: 1, ...error.locations?.[0] }, { what, fix: syntaxFix(what, 'sdl') });
    return undefined;
  }
}

function isSdl(file: string): boolean {
  return file.endsWith('.graphql');
}

function isResolvers(file: string): boolean {
  return /\.resolvers\.[jt]s$/.test(file);
}

function fixForUnknown(file: string): string {
  if (/\.(?:gql|graphqls)$/.test(file)) return 'Give it the ending .graphql.';
  if (/\.(?:test|spec)\.[jt]sx?$/.test(file)) return "Tests belong in the extension's test/ folder.";
  if (/resolver/i.test(file.slice(file.lastIndexOf('/')))) return 'Resolver files end in .resolvers.ts.';
  return 'SDL ends in .graphql, resolvers in .resolvers.ts; other modules belong in another folder, e.g. src/.';
}
