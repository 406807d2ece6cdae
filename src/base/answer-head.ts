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
  const text = isOrdinary(response, head.status) ? textFor(response, head) : undefined;
  if (text === undefined) ServerResponse.prototype.writeHead.call(response, head.status, fieldsOf(head));
  else writeText(response, head.status, text);
}

/** Sets all of an answer's fields one by one, for a head that is not written yet. */
export function setFields(response: OutgoingMessage, head: AnswerHead): void {
  setList(response, fieldsOf(head));
}

/** Sets fields that are a list of names and values in turn. */
export function setList(response: OutgoingMessage, list: readonly string[]): void {
  for (let at = 0; at < list.length; at += 2) response.setHeader(list[at] ?? '', list[at + 1] ?? '');
}

/** All of an answer's fields, names and values in turn. */
function fieldsOf({ lists, requestId, length }: AnswerHead): string[] {
  return [...lists.flat(), 'x-request-id', requestId, 'Content-Length', String(length)];
}

/** What Node keeps of a head: undocumented, but read by many, and where it has always been. */
interface WithHead {
  _header?: string | null;
  _keepAliveTimeout?: number;
  _removedConnection?: boolean;
}

function writeText(response: ServerResponse & WithHead, status: number, text: string): void {
  response.statusCode = status;
  // For whoever looks at it afterwards.
  response.statusMessage = STATUS_CODES[status] ?? '';
  response._header = text;
}

/** Undefined where a field is there that Node goes by. */
function textFor(
  response: ServerResponse & WithHead,
  { status, lists, requestId, length }: AnswerHead,
): string | undefined {
  let text = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n`;
  for (const list of lists) {
    const lines = texts.get(list) ?? textOf(list);
    if (lines === undefined) return undefined;
    text += lines;
  }
  return `${text}x-request-id: ${requestId}\r\nContent-Length: ${length}\r\n${endOf(response._keepAliveTimeout ?? 0)}`;
}

/** By list, of which there are few. */
const texts = new WeakMap<readonly string[], string>();
/** An operator can name them for all answers. */
const nodesOwn = /^(?:connection|keep-alive|date|expect|trailer|transfer-encoding|content-length)$/i;

function textOf(list: readonly string[]): string | undefined {
  let text = '';
  for (let at = 0; at < list.length; at += 2) {
    const [name = '', value = ''] = [list[at], list[at + 1]];
    validateHeaderName(name);
    validateHeaderValue(name, value);
    if (nodesOwn.test(name)) return undefined;
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

function isOrdinary(response: ServerResponse & WithHead, status: number): boolean {
  const { req: request } = response;
  return (
    takesText &&
    // Who measures from outside may have put one there for all responses.
    ServerResponse.prototype.writeHead === writeHead &&
    Number.isInteger(status) &&
    status >= 200 &&
    status !== 204 &&
    status !== 304 &&
    STATUS_CODES[status] !== undefined &&
    request.httpVersion === '1.1' &&
    request.method !== 'HEAD' &&
    request.headers.expect === undefined &&
    response.shouldKeepAlive &&
    response._removedConnection !== true &&
    response.sendDate &&
    response.statusMessage === undefined &&
    !response.headersSent &&
    getHeaderNames.call(response).length === 0
  );
}

/** Whether this Node takes a head as text, and nobody has wrapped its own before this was loaded. */
const takesText = ((): boolean => {
  const response: OutgoingMessage & WithHead = new ServerResponse(new IncomingMessage(new Socket()));
  response._header = 'HTTP/1.1 200 OK\r\n\r\n';
  const isNodes = String(writeHead).startsWith('function writeHead(');
  return isNodes && response.headersSent && '_keepAliveTimeout' in response;
})();
