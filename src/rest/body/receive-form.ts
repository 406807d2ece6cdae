import type { IncomingMessage } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { BusboyFileStream, BusboyInstance } from '@fastify/busboy';
import { badInput, errorMessage, RequestError } from '#base';
import type { Config } from '#config';
import type { EndpointManifest, FileRule } from '#extensions';
import { type FileStore, multipartParser, ReceivedUpload, receiveFile, sizeOfPicture } from '#files';
import { streamBody } from '#http';
import type { TextFields } from './coerce-by-schema.ts';

/** What the multipart body of a request has in it. */
export interface ReceivedForm {
  readonly fields: TextFields;
  /** By field, only those that were sent. */
  readonly files: Readonly<Record<string, readonly ReceivedUpload[]>>;
  /** Removes the files. */
  remove(): Promise<void>;
}

export interface FormParts {
  readonly endpoint: EndpointManifest;
  readonly config: Config;
  readonly store: FileStore;
}

/** Of each part. */
const headLimits = { headerPairs: 20, headerSize: 8192 };

/**
 * Reads a multipart body (RFC 7578): fields into memory, files to disk, within the limits of route.json and
 * gateway.yaml. Rejects with RequestError 400, 413 or 415 as soon as it is known, and leaves no file then.
 */
export async function receiveForm(request: IncomingMessage, parts: FormParts): Promise<ReceivedForm> {
  const { endpoint, config } = parts;
  const limit = endpoint.bodyLimit ?? config.server.limits.upload;
  const body = streamBody(request, limit, 0); // throws 413, 415
  if (body === undefined) throw badInput('The form is empty.');
  const form = new Form(parts, createParser(request, config)); // throws 400
  try {
    await pipeline(body, form.parser);
    return await form.whole();
  } catch (error) {
    await form.discard(error);
    throw error instanceof RequestError || !(error instanceof Error) || !isOfParser(error)
      ? error
      : badInput(`The form cannot be read: ${error.message}.`);
  }
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

/** A form while it arrives. The first failure ends the parser. */
class Form {
  readonly parser: BusboyInstance;
  readonly #parts: FormParts;
  readonly #fields: Record<string, string | readonly string[]> = Object.create(null);
  readonly #open = new Set<BusboyFileStream>();
  readonly #files: { readonly field: string; readonly receiving: Promise<ReceivedUpload> }[] = [];
  #fieldBytes = 0;

  constructor(parts: FormParts, parser: BusboyInstance) {
    this.#parts = parts;
    this.parser = parser;
    const { limits } = parts.config.server;
    // The types of the parser leave out that a part may have no name.
    parser.on('field', (name: string | undefined, value, _isNameCut, isValueCut) => {
      this.#fieldBytes += (name?.length ?? 0) + value.length;
      if (name === undefined) this.#fail(badInput('The form has a field without a name.'));
      else if (isValueCut || this.#fieldBytes > limits.body) this.#fail(tooLong(limits.body));
      else this.#addField(name, value);
    });
    parser.on('file', (field, stream, name) => this.#addFile(field, stream, name));
    parser.on('partsLimit', () => this.#fail(badInput(`The form has more than ${limits.parts} parts.`)));
  }

  /** Waits until all files are on disk, and looks at pictures. */
  async whole(): Promise<ReceivedForm> {
    const received = await Promise.all(
      this.#files.map(async ({ field, receiving }) => ({ field, upload: await receiving })),
    );
    const byField = Map.groupBy(received, ({ field }) => field);
    const files = [...byField].map(([field, own]) => [field, own.map(({ upload }) => upload)] as const);
    return {
      fields: this.#fields,
      files: Object.fromEntries(files),
      remove: async () => {
        await Promise.all(received.map(({ upload }) => upload.remove()));
      },
    };
  }

  /** Removes what has arrived. */
  async discard(error: unknown): Promise<void> {
    for (const stream of this.#open) stream.destroy(error instanceof Error ? error : undefined);
    const settled = await Promise.allSettled(this.#files.map(({ receiving }) => receiving));
    await Promise.all(settled.map((each) => (each.status === 'fulfilled' ? each.value.remove() : undefined)));
  }

  #fail(error: Error): void {
    this.parser.destroy(error);
  }

  #addField(name: string, value: string): void {
    const before = this.#fields[name];
    this.#fields[name] = before === undefined ? value : [before, value].flat();
  }

  #addFile(field: string, stream: BusboyFileStream, name: string | undefined): void {
    this.#open.add(stream);
    // The parser reports a form that ends too early on the open file, too.
    stream.on('error', () => undefined);
    // A browser sends an empty file for an input without one.
    if (name === undefined || name === '') {
      stream.once('data', () => this.#fail(badInput(`The file "${field}" has no name.`)));
      return;
    }
    const { files } = this.#parts.endpoint;
    const rule = Object.hasOwn(files, field) ? files[field] : undefined;
    const most = rule?.max ?? 1;
    const before = this.#files.filter((each) => each.field === field).length;
    if (rule === undefined) this.#fail(badInput(`"${field}" is no file of this route.`));
    else if (before >= most) this.#fail(badInput(`The form has more than ${most} of the file "${field}".`));
    else {
      const receiving = this.#receive(stream, name, { field, rule });
      receiving.catch((error: Error) => this.#fail(error));
      this.#files.push({ field, receiving });
    }
  }

  async #receive(
    stream: BusboyFileStream,
    name: string,
    { field, rule }: { readonly field: string; readonly rule: FileRule },
  ): Promise<ReceivedUpload> {
    const { endpoint, config, store } = this.#parts;
    const what = `The file "${field}"`;
    const received = await receiveFile(stream, {
      folder: store.uploadsOf(endpoint.extension),
      maxBytes: rule.maxBytes ?? Number.POSITIVE_INFINITY,
      types: rule.types,
      what,
    });
    const upload = new ReceivedUpload(name, received);
    try {
      if (rule.picture) await sizeOfPicture(received, { folder: config.folder, pixels: config.files.pixels }, what);
      return upload;
    } catch (error) {
      await upload.remove();
      throw error;
    }
  }
}

function tooLong(limit: number): RequestError {
  return new RequestError('PAYLOAD_TOO_LARGE', 413, `The fields of the form are longer than ${limit} bytes.`);
}
