import type { Express, Response } from 'express';
import { endWhole, isEndCounted } from './counted-end.ts';
import { writeWholeHead } from './owed-fields.ts';

/** Express sends longer texts as bytes. */
const longText = 1000;

const type = 'application/json; charset=utf-8';
const ownFields = ['Content-Type', type];

/**
 * `json` of an application's responses: the same fields and bytes as Express's own. Express sets the media type, reads it, parses
 * it, puts it together again and sets it once more, a tenth of what a small answer costs; here the outcome is known.
 * What makes an answer anything but plain (a setting, a field or a status of its own, a method that somebody has replaced)
 * is left to Express.
 */
export function quickJson(app: Express): (this: Response, value: unknown) => Response {
  const { json, send, set, get } = app.response;
  const settings: Readonly<Record<string, unknown>> = app.settings;
  const isSet = (): boolean =>
    settings['json replacer'] !== undefined ||
    settings['json spaces'] !== undefined ||
    settings['json escape'] !== undefined ||
    settings['etag fn'] !== undefined;

  return function quick(this: Response, value: unknown): Response {
    if (this.app !== app || isSet()) return json.call(this, value);
    const text: unknown = JSON.stringify(value);
    const isExpress = this.send === send && this.set === set && this.get === get;
    if (isExpress && typeof text === 'string' && hasBody(this) && sendText(this, text)) return this;
    // As Express goes on.
    if (!this.get('Content-Type')) this.set('Content-Type', 'application/json');
    return this.send(text);
  };
}

function hasBody({ statusCode, req }: Response): boolean {
  if (statusCode === 204 || statusCode === 205 || statusCode === 304 || req.method === 'HEAD') return false;
  const { 'if-none-match': tag, 'if-modified-since': since } = req.headers;
  return (tag === undefined && since === undefined) || !req.fresh;
}

/** False where the response has fields already that say something else. */
function sendText(response: Response, text: string): boolean {
  const body = text.length < longText ? text : Buffer.from(text);
  const length = Buffer.byteLength(body);
  if (!isEndCounted(response) || !writeWholeHead(response, ownFields, length)) {
    if (response.hasHeader('content-type') || response.hasHeader('transfer-encoding')) return false;
    response.setHeader('Content-Type', type);
    response.setHeader('Content-Length', String(length));
  }
  endWhole(response, body);
  return true;
}
