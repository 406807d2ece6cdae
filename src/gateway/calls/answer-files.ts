import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { ExtensionId } from '#base';
import type { FileSource } from '#extension-api';
import { type FileStore, streamOfUpload } from '#files';
import { endTyped } from '#http';
import type { FilesCall } from '#placement';

interface Asked {
  readonly call: FilesCall;
  readonly extension: ExtensionId;
  readonly signal: AbortSignal;
}

/** Does what a served extension wants of its files. The body of the request, or of the answer, is a file's content. */
export async function answerFiles(
  store: FileStore,
  { call, extension, signal }: Asked,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const files = store.of(extension, signal);
  const sourceOf = (upload: string | undefined): FileSource =>
    upload === undefined
      ? request.iterator({ destroyOnReturn: false })
      : { stream: () => streamOfUpload(store, extension, upload) };
  const sendJson = (value: unknown): void =>
    endTyped(request, response, { status: 200, type: 'application/json' }, JSON.stringify(value));
  switch (call.op) {
    case 'put':
      return sendJson(await files.put(sourceOf(call.upload), call.options));
    case 'putPicture':
      return sendJson(await files.putPicture(sourceOf(call.upload), call.options));
    case 'delete':
      await files.delete(call.id);
      return sendJson({});
    case 'read':
      return await pipeline(await files.read(call.id), response);
    case 'upload':
      return await pipeline(streamOfUpload(store, extension, call.upload), response);
  }
}

/** Whether the request has the content of a file. */
export function hasContent(call: FilesCall): boolean {
  return (call.op === 'put' || call.op === 'putPicture') && call.upload === undefined;
}
