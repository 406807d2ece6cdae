import { constants, type FileHandle, open } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { errorCode, RequestError } from '#base';
import { encodedFile, endResponse, matchesTag, parseRequestTarget, requestIdOf } from '#http';
import { recordAs } from '#telemetry';
import type { Asset } from './asset-table.ts';
import { colourSheet, isColourSheet } from './document/colour-sheet.ts';
import type { PagesGateway } from './pages-gateway.ts';

/** Browsers may cache a picture for this many seconds: its URL stays when it changes. */
const fileMaxAge = 300;

/** For files whose URL changes with their content. */
const unchanging = 'public, max-age=31536000, immutable';

/** Answers a request below `/assets/` with a file of the build, of an extension's `assets/`, or of its store. */
export async function handleAssetRequest(
  gateway: PagesGateway,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  requestIdOf(request, response);
  recordAs(response, gateway.telemetry.asset);

  // 1. Does the file exist?
  const { path } = parseRequestTarget(request.url); // throws BAD_USER_INPUT 400
  const asset =
    gateway.assets.get(path) ??
    storedFile(gateway, path) ??
    shopColours(gateway, path) ??
    (await gateway.assetHistory?.find(path)); // throws 503
  if (asset === undefined) throw new RequestError('NOT_FOUND', 404, `There is no file ${path}.`);
  requireRead(request); // throws 405

  // 2. Answer.
  response.setHeader('content-type', asset.type);
  response.setHeader('x-content-type-options', 'nosniff');
  response.setHeader('cross-origin-resource-policy', 'same-origin');
  // A picture opened by itself is a document, which could contain scripts.
  response.setHeader('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox");
  if (asset.kind === 'built')
    await sendBuilt(asset, { request, response, compresses: gateway.config.server.compression });
  else await sendFile(asset, request, response);
}

/**
 * The colours of the shop. An address of other colours, as in a page that a cache has kept, has those of now. So has
 * the address of colours that another process has and this one not yet.
 */
function shopColours(gateway: PagesGateway, path: string): BuiltContent | undefined {
  if (!isColourSheet(path)) return undefined;
  const { path: current, content, hash } = colourSheet(gateway.shopOf({}));
  return { kind: 'built', type: 'text/css; charset=utf-8', content, hash, isOutdated: path !== current };
}

/** A stored file never changes. Whatever is no picture is bytes to save, so that it never runs as a document. */
function storedFile({ files }: PagesGateway, path: string): StoredAsset | undefined {
  const found = files.publicFile(path);
  return found && { kind: 'stored', ...found };
}

/** From the store of an extension. */
type StoredAsset = { readonly kind: 'stored' } & NonNullable<ReturnType<PagesGateway['files']['publicFile']>>;

type BuiltContent = Omit<Extract<Asset, { kind: 'built' }>, 'name'> & {
  /** Its address is that of other content. */
  readonly isOutdated?: boolean;
};

async function sendBuilt(
  { content, hash, type, isOutdated = false }: BuiltContent,
  { request, response, compresses }: AssetExchange,
): Promise<void> {
  response.setHeader('cache-control', isOutdated ? 'no-cache' : unchanging);
  const encoded = compresses ? await encodedFile(request, response, { type, content, hash }) : undefined;
  if (isUnchanged(request, response, `"${hash}${encoded === undefined ? '' : `-${encoded.name}`}"`)) return;
  const body = encoded?.body ?? content;
  if (encoded !== undefined) response.setHeader('content-encoding', encoded.name);
  response.setHeader('content-length', body.length);
  endResponse(request, response, body);
}

interface AssetExchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly compresses: boolean;
}

async function sendFile(
  asset: StoredAsset | Extract<Asset, { kind: 'file' }>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const handle = await openFile(asset.file);
  try {
    const { size, mtimeMs } = await handle.stat();
    if (asset.kind === 'stored' && !asset.isShown) response.setHeader('content-disposition', 'attachment');
    response.setHeader('cache-control', asset.kind === 'stored' ? unchanging : `public, max-age=${fileMaxAge}`);
    if (isUnchanged(request, response, `"${size.toString(36)}-${Math.round(mtimeMs).toString(36)}"`)) return;
    response.setHeader('content-length', size);
    if (request.method === 'HEAD' || size === 0) {
      endResponse(request, response, '');
      return;
    }
    // The file may grow meanwhile: the response must not exceed the announced length.
    await pipeline(handle.createReadStream({ end: size - 1, autoClose: false }), response);
  } catch (error) {
    if (!response.destroyed) throw error;
    // The client disconnected during the response.
    throw new RequestError('CLIENT_GONE', 499, 'The client hung up.');
  } finally {
    await handle.close();
  }
}

// Since the start, a listed file may have been replaced by a symbolic link.
async function openFile(file: string): Promise<FileHandle> {
  try {
    return await open(file, constants.O_RDONLY | constants.O_NOFOLLOW);
  } catch (error) {
    if (!['ENOENT', 'ELOOP', 'ENOTDIR'].includes(errorCode(error))) throw error;
    throw new RequestError('NOT_FOUND', 404, 'The file no longer exists.');
  }
}

function isUnchanged(request: IncomingMessage, response: ServerResponse, tag: string): boolean {
  response.setHeader('etag', tag);
  if (!matchesTag(request.headers['if-none-match'], tag)) return false;
  response.statusCode = 304;
  response.removeHeader('content-type');
  endResponse(request, response, '');
  return true;
}

/** Throws RequestError METHOD_NOT_ALLOWED 405. */
export function requireRead({ method }: IncomingMessage): void {
  if (method === 'GET' || method === 'HEAD') return;
  const message = `${method} is not allowed here, but GET, HEAD.`;
  throw new RequestError('METHOD_NOT_ALLOWED', 405, message, { allow: 'GET, HEAD' });
}
