import { mkdir, mkdtemp, realpath, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import { type ExtensionId, type Finding, isExtensionId, type Place } from '#base';
import type { ExtensionManifest } from '../../src/extensions/manifest.ts';
import { readExtension } from '../../src/extensions/read-extension.ts';

/** Files by path below the folder. `{ link }` makes a symbolic link. */
export type Files = Readonly<Record<string, string | Buffer | { readonly link: string }>>;

/** A temporary folder with real files, gone after the test. */
export interface TemporaryFolder extends AsyncDisposable {
  readonly folder: string;
  path(name: string): string;
  write(files: Files): Promise<void>;
  remove(name: string): Promise<void>;
}

export async function temporaryFolder(files: Files = {}): Promise<TemporaryFolder> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'stoa-extension-')));
  const path = (name: string): string => join(folder, name);
  const write = async (more: Files): Promise<void> => {
    for (const [name, content] of Object.entries(more)) {
      await mkdir(dirname(path(name)), { recursive: true });
      if (typeof content === 'string' || Buffer.isBuffer(content)) await writeFile(path(name), content);
      else await symlink(content.link, path(name));
    }
  };
  await write(files);
  return {
    folder,
    path,
    write,
    remove: (name) => rm(path(name), { recursive: true }),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

/** A sound endpoint, for tests that break one thing of it. */
export const soundRoute = { methods: ['POST'], path: '/things', access: 'public' };

export const soundEndpoint: Files = {
  'api/addThing/route.json': JSON.stringify(soundRoute),
  'api/addThing/addThing.ts': 'export default () => {};',
};

/** The files of an extension whose one endpoint has this route.json. */
export function endpointWith(route: unknown, files: Files = {}): Files {
  const text = typeof route === 'string' ? route : JSON.stringify(route, null, 2);
  return { ...soundEndpoint, 'api/addThing/route.json': text, ...files };
}

export function extensionId(name: string): ExtensionId {
  if (!isExtensionId(name)) throw new Error(`${name} is not an extension's name`);
  return name;
}

export const declaredAt: Place = { file: '/shop/gateway.yaml', line: 3, column: 7 };

export interface Found {
  readonly manifest: ExtensionManifest;
  readonly findings: readonly Finding[];
  /** Each as `CODE file:line:column`, the file relative to the extension. */
  readonly places: readonly string[];
}

/** Reads an extension made of these files; `use` may look at the folder while it is there. */
export async function discovered(files: Files): Promise<Found> {
  await using extension = await temporaryFolder(files);
  const { manifest, findings } = await readExtension({
    id: extensionId('thing'),
    folder: extension.folder,
    declaredAt,
  });
  const places = findings.map(({ code, where }) => {
    const file = where.file.replace(extension.folder, '').replace(/^\//, '');
    return [`${code} ${file}`, where.line, where.column].filter((part) => part !== undefined).join(':');
  });
  return { manifest, findings, places };
}

/** Makes files look older than any build that starts now. */
export async function age(...files: readonly string[]): Promise<void> {
  for (const file of files) await utimes(file, new Date(0), new Date(0));
}

/** Makes files look as if they change while any build of this hour runs. */
export async function renew(...files: readonly string[]): Promise<void> {
  const soon = new Date(Date.now() + 3_600_000);
  for (const file of files) await utimes(file, soon, soon);
}

export const endpoint = 'api/addThing';
export const routeFile = `${endpoint}/route.json`;
export const handler = 'export default () => {};';

/** What is wrong, the files, and the one finding that it makes. */
export type Case = readonly [situation: string, files: Files, place: string];

export function itReports(cases: readonly Case[]): void {
  for (const [situation, files, place] of cases) {
    it(`${situation}: ${place.split(' ')[0]}`, async () => {
      expect((await discovered(files)).places).to.deep.equal([place]);
    });
  }
}
