import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { finished, pipeline } from 'node:stream/promises';
import type { BusboyFileStream, BusboyInstance } from '@fastify/busboy';
import { badInput, errorMessage, RequestError } from '#base';
import type { Config } from '#config';
import type { EndpointManifest } from '#extensions';
import { type FileStore, multipartParser, ReceivedUpload, receiveFile, sizeOfPicture } from '#files';
import { type CoreTexts, streamBody } from '#http';
import type { TextFields } from './coerce-by-schema.ts';

export interface FormParts {
  readonly endpoint: EndpointManifest;
  readonly config: Config;
  readonly store: FileStore;
  /** Writes a text of the extension, in the locale of the request. */
  readonly text: WriteText;
  /** The gateway's own words in that locale. */
  readonly words: CoreTexts;
}

export type WriteText = (key: string, values: Readonly<Record<string, unknown>>) => string;

/** Of each part. */
const headLimits = { headerPairs: 20, headerSize: 8192 };

/**
 * A multipart body (RFC 7578): fields in memory, files on disk, within the limits of route.json and gateway.yaml. Its
 * creator removes it, also after a failure: then it has what came before.
 */
export class ReceivedForm {
  readonly #parts: FormParts;
  readonly #fields: Record<string, string | readonly string[]> = Object.create(null);
  #files: Readonly<Record<string, readonly ReceivedUpload[]>> = {};
  readonly #open = new Set<BusboyFileStream>();
  readonly #arriving: { readonly field: string; readonly receiving: Promise<ReceivedUpload> }[] = [];
  readonly #received: ReceivedUpload[] = [];
  #fieldBytes = 0;

  constructor(parts: FormParts) {
    this.#parts = parts;
  }

  get fields(): TextFields {
    return this.#fields;
  }

  /** By field, only those that were sent. */
  get files(): Readonly<Record<string, readonly ReceivedUpload[]>> {
    return this.#files;
  }

  /** Reads the form of a request. Rejects with RequestError 400, 413 or 415 as soon as it is known. */
  async receive(request: IncomingMessage): Promise<void> {
    const { endpoint, config } = this.#parts;
    const body = streamBody(request, endpoint.bodyLimit ?? config.server.limits.upload, 0); // throws 413, 415
    if (body === undefined) throw badInput('The form is empty.');
    const parser = this.#listen(createParser(request, config)); // throws 400
    try {
      // The parser may finish with the last boundary, and then reads no more: the pipeline would never end.
      await Promise.race([pipeline(body, parser), once(parser, 'finish')]);
      await finished(body.resume());
      const byField = Map.groupBy(this.#arriving, ({ field }) => field);
      const files = [...byField].map(async ([field, own]) => {
        return [field, await Promise.all(own.map(({ receiving }) => receiving))] as const;
      });
      this.#files = Object.fromEntries(await Promise.all(files));
    } catch (error) {
      for (const stream of this.#open) stream.destroy(error instanceof Error ? error : undefined);
      throw error instanceof RequestError || !(error instanceof Error) || !isOfParser(error)
        ? error
        : badInput(`The form cannot be read: ${error.message}.`);
    }
  }

  /** Removes the files. */
  async remove(): Promise<void> {
    await Promise.allSettled(this.#arriving.map(({ receiving }) => receiving));
    await Promise.all(this.#received.map((upload) => upload.remove()));
  }

  /** The first failure ends the parser. */
  #listen(parser: BusboyInstance): BusboyInstance {
    const { limits } = this.#parts.config.server;
    const fail: Fail = (error) => parser.destroy(error);
    // The types of the parser leave out that a part may have no name.
    parser.on('field', (name: string | undefined, value, _isNameCut, isValueCut) => {
      this.#fieldBytes += Buffer.byteLength((name ?? '') + value);
      if (name === undefined) fail(badInput('The form has a field without a name.'));
      else if (isValueCut || this.#fieldBytes > limits.body) fail(tooLong(limits.body));
      else this.#addField(name, value);
    });
    parser.on('file', (field, stream, name) => this.#addFile(field, stream, { name, fail }));
    parser.on('partsLimit', () => fail(badInput(`The form has more than ${limits.parts} parts.`)));
    return parser;
  }

  #addField(name: string, value: string): void {
    const before = this.#fields[name];
    this.#fields[name] = before === undefined ? value : [before, value].flat();
  }

  #addFile(
    field: string,
    stream: BusboyFileStream,
    { name, fail }: { readonly name: string | undefined; readonly fail: Fail },
  ): void {
    this.#open.add(stream);
    // The parser reports a form that ends too early on the open file, too.
    stream.on('error', () => undefined);
    // A browser sends an empty file for an input without one.
    if (name === undefined || name === '') {
      stream.once('data', () => fail(badInput(`The file "${field}" has no name.`)));
      return;
    }
    const { files } = this.#parts.endpoint;
    const rule = Object.hasOwn(files, field) ? files[field] : undefined;
    const most = rule?.max ?? 1;
    const before = this.#arriving.filter((each) => each.field === field).length;
    if (rule === undefined) fail(badInput(`"${field}" is no file of this route.`));
    else if (before >= most) fail(this.#refused(field, badInput(this.#parts.words.fileCount(field, most)), 'max'));
    else {
      const receiving = this.#receive(stream, name, { field, rule });
      receiving.catch((error: Error) => fail(error));
      this.#arriving.push({ field, receiving });
    }
  }

  async #receive(
    stream: BusboyFileStream,
    name: string,
    { field, rule }: { readonly field: string; readonly rule: EndpointManifest['files'][string] },
  ): Promise<ReceivedUpload> {
    const { endpoint, config, store } = this.#parts;
    const what = `The file "${field}"`;
    try {
      const received = await receiveFile(stream, {
        folder: store.uploadsOf(endpoint.extension),
        maxBytes: rule.maxBytes ?? Number.POSITIVE_INFINITY,
        types: rule.types,
        what,
      });
      const upload = new ReceivedUpload(name, received);
      this.#received.push(upload);
      if (rule.picture) await sizeOfPicture(received, { folder: config.folder, pixels: config.files.pixels }, what);
      return upload;
    } catch (error) {
      throw error instanceof RequestError ? this.#refused(field, error, brokenRule(error)) : error;
    }
  }

  /** In the words of its route.json, or of the gateway. The page of the form shows it at the field. */
  #refused(field: string, { code, status, message }: RequestError, rule: BrokenRule): RequestError {
    const { endpoint, text, words } = this.#parts;
    const { types = [], maxBytes = 0, max = 1 } = endpoint.files[field] ?? {};
    const limit = { type: '', picture: '', maxBytes, max }[rule];
    const own = {
      type: words.fileType(field, types.map(kindOfFile)),
      maxBytes: words.fileSize(field, maxBytes),
      picture: words.filePicture(field, message),
      max: message,
    };
    const key = Object.hasOwn(endpoint.messages, field) ? endpoint.messages[field] : undefined;
    const said = key === undefined ? own[rule] : text(key, { rule, limit });
    return new RequestError(code, status, said, {}, { [field]: said });
  }
}

/** A key of a file in route.json, or `type` for one of none of its types. */
type BrokenRule = 'type' | 'maxBytes' | 'picture' | 'max';

function brokenRule({ status }: RequestError): BrokenRule {
  if (status === 415) return 'type';
  return status === 413 ? 'maxBytes' : 'picture';
}

/** `PNG`, as people call it. */
function kindOfFile(type: string): string {
  const kind = type.split('/')[1] ?? type;
  return kinds[kind] ?? kind.toUpperCase();
}

const kinds: Readonly<Record<string, string>> = { webp: 'WebP', webm: 'WebM', mpeg: 'MP3', plain: 'TXT' };

type Fail = (error: Error) => void;

function tooLong(limit: number): RequestError {
  return new RequestError('PAYLOAD_TOO_LARGE', 413, `The fields of the form are longer than ${limit} bytes.`);
}

function createParser(request: IncomingMessage, { folder, server }: Config): BusboyInstance {
  const Parser = multipartParser(folder);
  const { body, parts } = server.limits;
  const headers = { ...request.headers, 'content-type': request.headers['content-type'] ?? '' };
  try {
    const limits = { ...headLimits, fieldSize: body, parts };
    return new Parser({ headers, limits, preservePath: true });
  } catch (error) {
    throw badInput(`The form cannot be read: ${errorMessage(error)}.`);
  }
}

/** The parser names no class and no code. Errors of Node have a code. */
function isOfParser(error: Error): boolean {
  return !('code' in error) || error.code === 'ERR_STREAM_PREMATURE_CLOSE';
}
