import { isObject } from '#base';
import type { PutOptions } from '#extension-api';

/** The header field `stoa-files`: what a served extension wants of its files, which are at the gateway. */
export type FilesCall =
  /** The content is the body, or that of an upload of the request. */
  | {
      readonly op: 'put' | 'putPicture';
      readonly upload?: string | undefined;
      readonly options?: PutOptions | undefined;
    }
  | { readonly op: 'read' | 'delete'; readonly id: string }
  /** The content of an upload of the request. */
  | { readonly op: 'upload'; readonly upload: string };

export function isFilesCall(value: unknown): value is FilesCall {
  if (!isObject(value)) return false;
  const { op, id, upload, options = {} } = value;
  switch (op) {
    case 'put':
    case 'putPicture':
      return (upload === undefined || typeof upload === 'string') && isPutOptions(options);
    case 'read':
    case 'delete':
      return typeof id === 'string';
    default:
      return op === 'upload' && typeof upload === 'string';
  }
}

function isPutOptions(value: unknown): value is PutOptions {
  if (!isObject(value)) return false;
  const { public: isShown = false, types = [], maxBytes = 0 } = value;
  return typeof isShown === 'boolean' && Array.isArray(types) && typeof maxBytes === 'number';
}
