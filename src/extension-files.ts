import type { Readable } from 'node:stream';

/** A file of a multipart request. The gateway has checked its size and its type. It is gone after the request. */
export interface Upload {
  /** The client's name for it, without folders and control characters: a text to show, and never a path. */
  readonly name: string;
  /** The media type that its bytes show, whatever the client says. */
  readonly type: string;
  readonly bytes: number;
  /** Its content, from the beginning. */
  stream(): Readable;
}

/** What a file's content comes from. */
export type FileSource = Pick<Upload, 'stream'> | Uint8Array | AsyncIterable<Uint8Array>;

export interface PutOptions {
  /** true: the gateway serves the file to everybody at `url`. Default: false, only code of the extension reads it. */
  readonly public?: boolean;
  /** The media types that are taken, by the bytes. Default: all. */
  readonly types?: readonly string[];
  /** Default: `files.maxBytes` of gateway.yaml. */
  readonly maxBytes?: number;
}

/** A file of the store. Equal bytes have one id. */
export interface StoredFile {
  readonly id: string;
  readonly type: string;
  readonly bytes: number;
  /** A path of the shop whose content never changes. Undefined for a private file. */
  readonly url: string | undefined;
}

/** A picture in several widths, as the component `Picture` takes it. */
export interface StoredPicture {
  /** Of the widest. */
  readonly width: number;
  readonly height: number;
  /** WebP, by width. Each is a public file. */
  readonly sources: readonly { readonly id: string; readonly url: string; readonly width: number }[];
}

/** The extension's own files. Other extensions cannot reach them. Ids are all that the extension has to remember. */
export interface Files {
  /**
   * Stores a file. Rejects with PAYLOAD_TOO_LARGE 413 for too many bytes, and with UNSUPPORTED_MEDIA_TYPE 415 for
   * another type.
   */
  put(source: FileSource, options?: PutOptions): Promise<StoredFile>;
  /**
   * Stores a picture as WebP, in up to four widths: turned upright, and without metadata. Rejects with BAD_USER_INPUT
   * 400 for one that cannot be decoded, or has too many pixels. Needs the package `sharp`.
   */
  putPicture(source: FileSource, options?: Pick<PutOptions, 'maxBytes'>): Promise<StoredPicture>;
  /** The content of a file. Rejects with NOT_FOUND 404. */
  read(id: string): Promise<Readable>;
  /** The path of a public file. Throws for another id. */
  url(id: string): string;
  /** Removes files. Equal bytes have one id, so remove one only when no row names it. Ignores those that are gone. */
  delete(...ids: readonly string[]): Promise<void>;
}
