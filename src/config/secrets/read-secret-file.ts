import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import { isAbsolute, resolve } from 'node:path';
import { errorCode, errorMessage } from '#base';

/** The text of a secret file, or why it has none and the fix. */
export type SecretFile =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'problem'; readonly what: string; readonly fix: string };

/** Maximum size of a secret file in bytes: that of a Kubernetes secret. */
const maximumBytes = 1_048_576;

/**
 * Reads the file of a `${file:PATH}`, relative to `folder`, without one line end at its end. Follows symbolic links,
 * because Kubernetes mounts secrets as links. Never waits for the other end of a named pipe.
 */
export function readSecretFile(path: string, folder: string): SecretFile {
  const file = isAbsolute(path) ? path : resolve(folder, path);
  try {
    // O_NONBLOCK: opening a named pipe for reading would wait for a writer.
    const descriptor = openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    try {
      return readOpenFile(descriptor, file);
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    return unreadable(file, error);
  }
}

function readOpenFile(descriptor: number, file: string): SecretFile {
  const stats = fstatSync(descriptor);
  if (!stats.isFile()) {
    const kind = stats.isDirectory() ? 'a folder' : stats.isFIFO() ? 'a named pipe' : 'a device or socket';
    return problem(`${file} is ${kind}, not a file`, 'Name the file that has the secret.');
  }
  if (stats.size > maximumBytes) return problem(`${file} is larger than 1 MB, so it is no secret`, 'Check its path.');
  const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(readFileSync(descriptor));
  const value = text.replace(/\r?\n$/, '');
  if (value === '') return problem(`the file ${file} is empty`, 'Write the secret into it.');
  if (value.includes('\0')) return problem(`the file ${file} is not text`, 'Check its path.');
  return { kind: 'text', text: value };
}

function unreadable(file: string, error: unknown): SecretFile {
  switch (errorCode(error)) {
    case 'ENOENT':
    case 'ENOTDIR':
      return problem(
        `there is no file ${file}`,
        'Create it, or mount the secret there. A relative path starts at the folder of gateway.yaml.',
      );
    case 'EACCES':
    case 'EPERM':
      return problem(
        `this process may not read the file ${file}`,
        'Give the user that runs stoa the right to read it; no other user needs it.',
      );
    case 'ERR_ENCODING_INVALID_ENCODED_DATA':
      return problem(`the file ${file} is not UTF-8`, 'Write the secret as text, for example in base64.');
    default:
      return problem(`the file ${file} cannot be read: ${errorCode(error) || errorMessage(error)}`, 'Try "cat" on it.');
  }
}

function problem(what: string, fix: string): SecretFile {
  return { kind: 'problem', what, fix };
}
