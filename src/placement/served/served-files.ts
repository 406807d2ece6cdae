import { Readable } from 'node:stream';
import type { ExtensionId } from '#base';
import type { FileSource, Files, PutOptions, StoredFile, StoredPicture, Upload } from '#extension-api';
import { isUpload, publicUrl, type UploadFacts } from '#files';
import type { GatewayAnswer } from '../remote/ask-gateway.ts';
import { readText } from '../remote/json-answer.ts';
import type { FilesCall } from '../wire/files-call.ts';

/** Sends a call to the gateway, with the content of a file if it needs one. */
export type AskFiles = (call: FilesCall, content?: Buffer | Readable) => Promise<GatewayAnswer>;

/** The files of a served extension. They are at the gateway, and their content crosses as a stream. */
export class ServedFiles implements Files {
  readonly #extension: ExtensionId;
  readonly #ask: AskFiles;

  constructor(extension: ExtensionId, ask: AskFiles) {
    this.#extension = extension;
    this.#ask = ask;
  }

  put = async (source: FileSource, options?: PutOptions): Promise<StoredFile> => {
    const stored: StoredFile = await this.#send('put', source, options);
    return stored;
  };

  putPicture = async (source: FileSource, options?: PutOptions): Promise<StoredPicture> => {
    const stored: StoredPicture = await this.#send('putPicture', source, options);
    return stored;
  };

  read = async (id: string): Promise<Readable> => (await this.#ask({ op: 'read', id })).body();

  url = (id: string): string => publicUrl(this.#extension, id);

  delete = async (...ids: readonly string[]): Promise<void> => {
    await Promise.all(ids.map(async (id) => readText(await this.#ask({ op: 'delete', id }))));
  };

  uploads(facts: Readonly<Record<string, readonly UploadFacts[]>>): Readonly<Record<string, readonly ServedUpload[]>> {
    const made = Object.entries(facts).map(([field, own]) => [field, own.map((each) => this.#upload(each))] as const);
    return Object.fromEntries(made);
  }

  #upload(facts: UploadFacts): ServedUpload {
    const ask = this.#ask;
    return new ServedUpload(facts, async function* () {
      yield* (await ask({ op: 'upload', upload: facts.key })).body();
    });
  }

  /** What the gateway answers, which it is trusted with. */
  async #send(op: 'put' | 'putPicture', source: FileSource, options?: PutOptions) {
    // An upload is at the gateway already.
    const upload = source instanceof ServedUpload ? source.key : undefined;
    const answer = await this.#ask({ op, upload, options }, upload === undefined ? contentOf(source) : undefined);
    return JSON.parse(await readText(answer));
  }
}

class ServedUpload implements Upload, UploadFacts {
  readonly name: string;
  readonly type: string;
  readonly bytes: number;
  readonly key: string;
  readonly #chunks: () => AsyncIterable<unknown>;

  constructor({ name, type, bytes, key }: UploadFacts, chunks: () => AsyncIterable<unknown>) {
    this.name = name;
    this.type = type;
    this.bytes = bytes;
    this.key = key;
    this.#chunks = chunks;
  }

  stream(): Readable {
    return Readable.from(this.#chunks(), { objectMode: false });
  }
}

function contentOf(source: FileSource): Buffer | Readable {
  if (source instanceof Uint8Array) return Buffer.from(source);
  return isUpload(source) ? source.stream() : Readable.from(source, { objectMode: false });
}
