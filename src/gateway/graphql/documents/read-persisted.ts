import { isUtf8 } from 'node:buffer';
import { hash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { errorFinding, errorMessage, type Finding, isObject, type Place, positionAt } from '#base';

export interface PersistedSource {
  readonly text: string;
  /** Ids besides its SHA-256: the file name, or the id in the manifest. */
  readonly ids: readonly string[];
  /** Converts a position in the document's text, counted from 1, into a position in its file. */
  placeOf(location?: { readonly line: number; readonly column: number }): Place;
}

export interface ReadDocuments {
  readonly sources: readonly PersistedSource[];
  readonly findings: readonly Finding[];
}

const extensions: readonly string[] = ['.graphql', '.gql'];

/** Reads a folder of .graphql files, or a JSON manifest. Each unusable file or entry becomes a finding. */
export async function readPersisted(path: string): Promise<ReadDocuments> {
  try {
    const isFolder = (await stat(path)).isDirectory();
    return isFolder ? await readFolder(path) : readManifest(path, await readText(path));
  } catch (error) {
    const reason = errorMessage(error);
    return unusable(
      { file: path, line: 1 },
      `cannot be read: ${reason}`,
      'Name a folder of .graphql files, or a JSON manifest.',
    );
  }
}

async function readFolder(folder: string): Promise<ReadDocuments> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => !entry.isDirectory() && !entry.name.startsWith('.'))
    .map(({ parentPath, name }) => join(parentPath, name))
    .toSorted();
  const others = files.filter((file) => !extensions.includes(extname(file)));
  const documents = files.filter((file) => extensions.includes(extname(file)));
  return {
    sources: await Promise.all(documents.map(readDocument)),
    findings: others.flatMap(
      (file) =>
        unusable({ file, line: 1 }, 'is not a .graphql file', 'Move it out of the folder of documents.').findings,
    ),
  };
}

async function readDocument(file: string): Promise<PersistedSource> {
  const name = basename(file, extname(file));
  return {
    text: await readText(file),
    ids: isCustomId(name) ? [name] : [],
    placeOf: (location) => ({ file, line: 1, ...location }),
  };
}

async function readText(file: string): Promise<string> {
  const bytes = await readFile(file);
  if (!isUtf8(bytes)) throw new Error(`${file} is not UTF-8`);
  return bytes.toString();
}

/** Whether the specification allows this id besides the `sha256:` form. */
function isCustomId(id: string): boolean {
  return /^(?:x-[\w.~-]+:)?[\w.~-]+$/.test(id);
}

function readManifest(file: string, text: string): ReadDocuments {
  let manifest: unknown;
  try {
    manifest = JSON.parse(text);
  } catch (error) {
    const what = `is not well-formed JSON: ${errorMessage(error)}`;
    return unusable({ file, line: 1 }, what, 'Build the manifest again.');
  }
  const entries = entriesOf(manifest);
  if (entries === undefined) {
    const fix =
      'Write an object of texts by their SHA-256, or a manifest of Apollo: { "format", "operations": [...] }.';
    return unusable({ file, line: 1 }, 'is not a manifest of persisted documents', fix);
  }
  const sources: PersistedSource[] = [];
  const findings: Finding[] = [];
  for (const [id, body] of entries) {
    const where = placeIn(file, text, id);
    const problem = problemOf(id, body);
    if (problem !== undefined) findings.push(...unusable(where, ...problem).findings);
    else if (typeof body === 'string')
      sources.push({ text: body, ids: id.startsWith('sha256:') ? [] : [id], placeOf: () => where });
  }
  return { sources, findings };
}

type Entry = readonly [id: string, body: unknown];

function entriesOf(manifest: unknown): readonly Entry[] | undefined {
  if (!isObject(manifest)) return undefined;
  const { format, operations } = manifest;
  if (format === undefined) return Object.entries(manifest);
  if (format !== 'apollo-persisted-query-manifest' || !Array.isArray(operations)) return undefined;
  return operations.map((operation: unknown) =>
    isObject(operation) && typeof operation.id === 'string' ? [operation.id, operation.body] : ['', undefined],
  );
}

function problemOf(id: string, body: unknown): readonly [what: string, fix: string] | undefined {
  if (typeof body !== 'string') return [`has no text for "${id}"`, 'Build the manifest again.'];
  const sha256 = /^(?:sha256:)?([0-9a-f]{64})$/.exec(id)?.[1];
  if (sha256 !== undefined && sha256 !== hash('sha256', body))
    return [`"${id}" is not the SHA-256 of its text`, 'Build the manifest again: the text was changed afterwards.'];
  if (sha256 === undefined && !isCustomId(id))
    return [`"${id}" is not an id that a request could have`, 'Use letters, digits, "-", ".", "_" and "~".'];
  return undefined;
}

/** The position of an id in the manifest, where it occurs once. JSON.parse does not report it. */
function placeIn(file: string, text: string, id: string): Place {
  const start = text.indexOf(JSON.stringify(id));
  return start === -1 ? { file, line: 1 } : { file, ...positionAt(text, start) };
}

function unusable(where: Place, what: string, fix: string): ReadDocuments {
  return { sources: [], findings: [errorFinding('PERSISTED_UNUSABLE', { where, what, fix })] };
}
