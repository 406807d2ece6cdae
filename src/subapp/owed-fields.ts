import { OutgoingMessage, ServerResponse } from 'node:http';
import { type AnswerHead, setFields, setList, writeHeadItself } from '../base/answer-head.ts';
import { finalHead } from './final-head.ts';

/** Header fields that the gateway gives every answer. */
export interface OwedFields {
  /** Names, in lower case, and values in turn. */
  readonly fields: readonly string[];
  readonly requestId: string;
}

const owed: unique symbol = Symbol('fields that are still to be set');
const written: unique symbol = Symbol('fields that were written at once');

declare module 'node:http' {
  interface ServerResponse<Request extends IncomingMessage = IncomingMessage> {
    [owed]?: OwedFields | undefined;
    [written]?: AnswerHead | OutgoingMessage | undefined;
  }
}

/**
 * Gives a response fields that it has as soon as anybody looks or sets some of its own. To set ten fields one by one, and to write
 * them one by one, is a tenth of what a small answer costs, and most handlers look at none: `writeWholeHead` writes
 * those in one piece. Only for responses with `owingMethods`.
 */
export function owe(response: ServerResponse, fields: OwedFields): void {
  response[owed] = fields;
}

/**
 * Writes the head with all that is owed, these fields and the body's length; false where that cannot be, since somebody has looked, set
 * fields or put methods there.
 */
export function writeWholeHead(response: ServerResponse, own: readonly string[], length: number): boolean {
  const { [owed]: owes } = response;
  // A status that is none, or no answer's, is for Node and `finalHead` to refuse.
  if (owes === undefined || response.statusCode < 200 || !isOrdinary(owes.fields) || !hasOwingMethods(response))
    return false;
  // Of what stood there before: a limit, another site's leave.
  if (getHeaderNames.call(response).length > 0) return false;
  const head = { status: response.statusCode, lists: [owes.fields, own], requestId: owes.requestId, length };
  // Throws for a status that there is not: then all of this has not been.
  writeHeadItself(response, head);
  response[owed] = undefined;
  response[written] = head;
  return true;
}

const { getHeaderNames } = ServerResponse.prototype;

/** What a list of fields may not have beside those of the answer itself: Node would write both. By list, of which there are few. */
const ordinary = new WeakMap<readonly string[], boolean>();
const answersOwn = /^(?:content-(?:type|length)|transfer-encoding|etag|last-modified|x-request-id)$/;

function isOrdinary(fields: readonly string[]): boolean {
  const known = ordinary.get(fields);
  if (known !== undefined) return known;
  const found = !fields.some((name, at) => at % 2 === 0 && answersOwn.test(name));
  ordinary.set(fields, found);
  return found;
}

function settled(response: ServerResponse): ServerResponse {
  const { [owed]: owes } = response;
  if (owes === undefined) return response;
  response[owed] = undefined;
  const { fields, requestId } = owes;
  setList(response, fields);
  response.setHeader('x-request-id', requestId);
  return response;
}

/** Where a response's fields can be read: after a head in one piece from a copy, which hardly anybody asks for. */
function readable(response: ServerResponse): OutgoingMessage {
  const { [written]: head } = response;
  if (head === undefined) return settled(response);
  if (head instanceof OutgoingMessage) return head;
  const copy = new OutgoingMessage();
  setFields(copy, head);
  response[written] = copy;
  return copy;
}

type Args = readonly unknown[];

const writers = ['setHeader', 'setHeaders', 'appendHeader', 'removeHeader'] as const;
const readers = ['getHeader', 'getHeaders', 'getHeaderNames', 'getRawHeaderNames', 'hasHeader'] as const;

/** The methods of responses that owe fields: Node's, but whoever calls one finds the fields there. */
export const owingMethods: PropertyDescriptorMap = Object.fromEntries([
  ...writers.map((name) => [name, method(name, settled)] as const),
  ...readers.map((name) => [name, method(name, readable)] as const),
  ['writeHead', passOn(finalHead, settled)] as const,
]);

type Method = (this: ServerResponse, ...args: Args) => unknown;
type Find = (response: ServerResponse) => OutgoingMessage;

function method(name: string, find: Find): PropertyDescriptor {
  const nodes: unknown = Reflect.get(ServerResponse.prototype, name);
  return isMethod(nodes) ? passOn(nodes, find) : { value: nodes };
}

function isMethod(value: unknown): value is Method {
  return typeof value === 'function';
}

function passOn(run: Method, find: Find): PropertyDescriptor {
  return {
    value(this: ServerResponse, ...args: Args): unknown {
      return Reflect.apply(run, find(this), args);
    },
    writable: true,
    configurable: true,
    enumerable: true,
  };
}

/** Express and whoever looks on use these. */
function hasOwingMethods({ setHeader, getHeader, writeHead: write }: ServerResponse): boolean {
  const { setHeader: sets, getHeader: gets, writeHead: writes } = owingMethods;
  return setHeader === sets?.value && getHeader === gets?.value && write === writes?.value;
}
