import type { ErrorObject } from 'ajv';
import { type FindingCode, fixOfProblem, type Place, pointerTo, schemaProblems } from '#base';
import type { Report } from './report.ts';
import { placeAt, readSourceFile } from './source-file.ts';

/** A parsed JSON text, with the offset of each key and value by JSON pointer. */
export interface JsonText {
  readonly value: unknown;
  /** By JSON pointer. The pointer of the whole text is ''. */
  readonly offsets: ReadonlyMap<string, { readonly key: number; readonly value: number }>;
}

export class JsonSyntaxError extends Error {
  readonly offset: number;

  constructor(message: string, offset: number) {
    super(message);
    this.name = 'JsonSyntaxError';
    this.offset = offset;
  }
}

interface Reader {
  readonly text: string;
  readonly offsets: Map<string, { key: number; value: number }>;
  at: number;
}

/**
 * Parses JSON as in RFC 8259. Unlike `JSON.parse`, it returns the offset of each value, and refuses a duplicate
 * key, because one of its values would be lost. Throws {@link JsonSyntaxError}.
 */
export function parseJsonText(text: string): JsonText {
  const reader: Reader = { text, offsets: new Map(), at: 0 };
  const value = readValue(reader, { pointer: '', key: 0, depth: 0 });
  skipSpace(reader);
  if (reader.at < text.length) throw unexpected(reader, 'the end of the file');
  return { value, offsets: reader.offsets };
}

interface Position {
  readonly pointer: string;
  readonly key: number;
  readonly depth: number;
}

// Deeper than handwritten files, and far below a stack overflow.
const maximumDepth = 200;

function readValue(reader: Reader, position: Position): unknown {
  skipSpace(reader);
  if (position.depth > maximumDepth) throw new JsonSyntaxError(`nests deeper than ${maximumDepth} levels`, reader.at);
  reader.offsets.set(position.pointer, { key: position.depth === 0 ? reader.at : position.key, value: reader.at });
  const character = reader.text[reader.at];
  if (character === '{') return readObject(reader, position);
  if (character === '[') return readArray(reader, position);
  if (character === '"') return readString(reader);
  return readScalar(reader);
}

function readObject(reader: Reader, { pointer, depth }: Position): unknown {
  const entries = new Map<string, unknown>();
  reader.at++;
  if (skip(reader, '}')) return {};
  do {
    skipSpace(reader);
    const at = reader.at;
    if (reader.text[at] !== '"') throw unexpected(reader, 'a key in double quotes');
    const key = readString(reader);
    if (entries.has(key)) throw new JsonSyntaxError(`has the key "${key}" twice`, at);
    if (!skip(reader, ':')) throw unexpected(reader, 'a colon');
    entries.set(key, readValue(reader, { pointer: pointerTo(pointer, key), key: at, depth: depth + 1 }));
  } while (skip(reader, ','));
  if (!skip(reader, '}')) throw unexpected(reader, 'a comma or "}"');
  // fromEntries defines own keys. An assignment to `__proto__` would replace the prototype.
  return Object.fromEntries(entries);
}

function readArray(reader: Reader, { pointer, depth }: Position): unknown {
  const items: unknown[] = [];
  reader.at++;
  if (skip(reader, ']')) return items;
  do {
    skipSpace(reader);
    items.push(readValue(reader, { pointer: pointerTo(pointer, items.length), key: reader.at, depth: depth + 1 }));
  } while (skip(reader, ','));
  if (!skip(reader, ']')) throw unexpected(reader, 'a comma or "]"');
  return items;
}

function readString(reader: Reader): string {
  const start = reader.at;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: JSON forbids them, so the pattern has to name them.
  const found = match(reader, /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y);
  if (found === undefined) throw new JsonSyntaxError('has a string that is not closed, or with a wrong escape', start);
  return String(JSON.parse(found));
}

function readScalar(reader: Reader): unknown {
  const found = match(reader, /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.])/y);
  if (found === undefined) throw unexpected(reader, 'a value');
  return JSON.parse(found);
}

function match(reader: Reader, pattern: RegExp): string | undefined {
  pattern.lastIndex = reader.at;
  const found = pattern.exec(reader.text)?.[0];
  if (found !== undefined) reader.at += found.length;
  return found;
}

function skipSpace(reader: Reader): void {
  match(reader, /[ \t\r\n]+/y);
}

function skip(reader: Reader, character: string): boolean {
  skipSpace(reader);
  if (reader.text[reader.at] !== character) return false;
  reader.at++;
  return true;
}

function unexpected({ text, at }: Reader, expected: string): JsonSyntaxError {
  const rest = text.slice(at);
  if (rest === '') return new JsonSyntaxError(`ends where ${expected} should stand`, at);
  const comment = rest.startsWith('//') || rest.startsWith('/*') ? ' (JSON has no comments)' : '';
  const trailing = /^[}\]]/.test(rest) && /,\s*$/.test(text.slice(0, at)) ? ' (no comma before a closing bracket)' : '';
  return new JsonSyntaxError(
    `has ${JSON.stringify(rest.slice(0, 1))} where ${expected} should stand${comment}${trailing}`,
    at,
  );
}

/** A JSON file of an extension, with the places of its values. */
export interface JsonFile {
  readonly file: string;
  readonly value: unknown;
  /** Place of the value or key at the JSON pointer, or of the nearest existing parent. */
  placeOf(pointer: string, target?: 'key' | 'value'): Required<Place>;
}

/** Reads a JSON file. Reports `syntaxCode` and returns undefined when it is not JSON. */
export async function readJsonFile(
  file: string,
  syntaxCode: FindingCode,
  report: Report,
): Promise<JsonFile | undefined> {
  const source = await readSourceFile(file, report);
  if (source === undefined) return undefined;
  try {
    const { value, offsets } = parseJsonText(source.text);
    return {
      file,
      value,
      placeOf(pointer, target = 'value') {
        let known = pointer;
        while (!offsets.has(known) && known !== '') known = known.slice(0, known.lastIndexOf('/'));
        return placeAt(source, offsets.get(known)?.[target] ?? 0);
      },
    };
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    report(syntaxCode, placeAt(source, error.offset), { what: error.message, fix: 'Write it as strict JSON.' });
    return undefined;
  }
}

/** Reports what the validator of a file's schema found. */
export function reportInvalid(
  code: FindingCode,
  json: JsonFile,
  errors: readonly ErrorObject[] | null | undefined,
  report: Report,
): void {
  for (const problem of schemaProblems(errors))
    report(code, json.placeOf(problem.pointer, problem.target), { what: problem.message, fix: fixOfProblem(problem) });
}
