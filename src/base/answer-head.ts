import {
  IncomingMessage,
  type OutgoingMessage,
  ServerResponse,
  STATUS_CODES,
  validateHeaderName,
  validateHeaderValue,
} from 'node:http';
import { Socket } from 'node:net';

/** The head of an answer that is there in one piece. */
export interface AnswerHead {
  readonly status: number;
  /** Names and values in turn, in lists that many answers have: each is looked at once. */
  readonly lists: readonly (readonly string[])[];
  /** Fit for a header field. */
  readonly requestId: string;
  /** The body's, in bytes. */
  readonly length: number;
}

/**
 * `writeHead` for answers that are all alike but for two fields. Node looks at every character of a dozen names and values for each
 * answer anew, which takes as long as to run a short operation; here their text is kept. Where the answer is anything but
 * ordinary (fields of its own, the last on its connection), Node writes the head. Throws a TypeError for a field that is none.
 */
export function writeAnswerHead(response: ServerResponse, head: AnswerHead): void {
  // What somebody has put there has something to add.
  if (response.writeHead === writeHead) writeHeadItself(response, head);
  else response.writeHead(head.status, fieldsOf(head));
}

/** The same, past a `writeHead` that has been put on the response. */
export function writeHeadItself(response: ServerResponse, head: AnswerHead): void {
  if (takesText && isOrdinary(response, head.status)) writeText(response, head);
  else writeHead.call(response, head.status, fieldsOf(head));
}

/** Sets all of an answer's fields one by one, for a head that is not written yet. */
export function setFields(response: OutgoingMessage, head: AnswerHead): void {
  const fields = fieldsOf(head);
  for (let at = 0; at < fields.length; at += 2) response.setHeader(fields[at] ?? '', fields[at + 1] ?? '');
}

/** All of an answer's fields, names and values in turn. */
function fieldsOf({ lists, requestId, length }: AnswerHead): string[] {
  return [...lists.flat(), 'x-request-id', requestId, 'Content-Length', String(length)];
}

/** What Node keeps of a head: undocumented, but read by many, and where it has always been. */
interface WithHead {
  _header?: string | null;
  _keepAliveTimeout?: number;
}

function writeText(response: ServerResponse & WithHead, { status, lists, requestId, length }: AnswerHead): void {
  let text = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n`;
  for (const list of lists) text += textOf(list);
  text += `x-request-id: ${requestId}\r\nContent-Length: ${length}\r\n${endOf(response._keepAliveTimeout ?? 0)}`;
  response.statusCode = status;
  response._header = text;
}

/** By list, of which there are few. */
const texts = new WeakMap<readonly string[], string>();

function textOf(list: readonly string[]): string {
  const known = texts.get(list);
  if (known !== undefined) return known;
  let text = '';
  for (let at = 0; at < list.length; at += 2) {
    const [name = '', value = ''] = [list[at], list[at + 1]];
    validateHeaderName(name);
    validateHeaderValue(name, value);
    text += `${name}: ${value}\r\n`;
  }
  texts.set(list, text);
  return text;
}

let ending = { second: 0, keepAliveMs: 0, text: '' };

/** What Node adds to the answers of a connection that stays open, anew each second. */
function endOf(keepAliveMs: number): string {
  const second = Math.floor(Date.now() / 1000);
  if (second !== ending.second || keepAliveMs !== ending.keepAliveMs) {
    const stays = keepAliveMs === 0 ? '' : `Keep-Alive: timeout=${Math.floor(keepAliveMs / 1000)}\r\n`;
    const text = `Date: ${new Date(second * 1000).toUTCString()}\r\nConnection: keep-alive\r\n${stays}\r\n`;
    ending = { second, keepAliveMs, text };
  }
  return ending.text;
}

const { writeHead, getHeaderNames } = ServerResponse.prototype;

function isOrdinary(response: ServerResponse, status: number): boolean {
  const { req: request } = response;
  return (
    status >= 200 &&
    status !== 204 &&
    status !== 304 &&
    STATUS_CODES[status] !== undefined &&
    request.httpVersion === '1.1' &&
    request.method !== 'HEAD' &&
    request.headers.expect === undefined &&
    response.shouldKeepAlive &&
    response.sendDate &&
    response.statusMessage === undefined &&
    !response.headersSent &&
    getHeaderNames.call(response).length === 0
  );
}

/** Whether this Node takes a head as text. */
const takesText = ((): boolean => {
  const response: OutgoingMessage & WithHead = new ServerResponse(new IncomingMessage(new Socket()));
  response._header = 'HTTP/1.1 200 OK\r\n\r\n';
  return response.headersSent && '_keepAliveTimeout' in response;
})();
