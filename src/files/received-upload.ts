import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Readable } from 'node:stream';
import type { ExtensionId } from '#base';
import type { Upload } from '#extension-api';
import type { FileStore } from './file-store.ts';
import type { ReceivedFile } from './receive-file.ts';

/** An upload as an extension outside this process gets it. With the key, it reads the content from the gateway. */
export interface UploadFacts extends Omit<Upload, 'stream'> {
  readonly key: string;
}

/** An upload in a file of the gateway. Its creator removes it. */
export class ReceivedUpload implements Upload, UploadFacts {
  readonly name: string;
  readonly type: string;
  readonly bytes: number;
  readonly key: string;
  readonly #path: string;

  constructor(givenName: string, { path, type, bytes }: ReceivedFile) {
    this.name = shownFileName(givenName);
    this.type = type;
    this.bytes = bytes;
    this.key = basename(path);
    this.#path = path;
  }

  stream(): Readable {
    return createReadStream(this.#path);
  }

  remove(): Promise<void> {
    return rm(this.#path, { force: true });
  }
}

const keyForm = /^[0-9a-f-]{36}$/;

/** The content of the extension's upload with this key. Throws TypeError for a text that is none. */
export function streamOfUpload(store: FileStore, extension: ExtensionId, key: string): Readable {
  if (!keyForm.test(key)) throw new TypeError('the key of an upload is malformed');
  return createReadStream(join(store.uploadsOf(extension), key));
}

/** Control characters, and those that turn the direction of a text: `exe.gnp` would read `png.exe`. */
const hidden = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\ufffd]/gu;

/** More than any file system allows is no name. */
const mostCharacters = 200;

/** A client's name for a file as a text to show: without folders, control characters, and dots around it. */
function shownFileName(given: string): string {
  const name = given
    .replace(/^.*[/\\]/s, '')
    .replace(hidden, '')
    .normalize('NFC')
    .replace(/^[\s.]+|[\s.]+$/g, '');
  const characters = [...name];
  const shown = characters.length <= mostCharacters ? name : characters.slice(-mostCharacters).join('');
  return shown === '' ? 'file' : shown;
}
