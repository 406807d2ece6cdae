import { type KeyObject, randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { isObject, RequestError } from '#base';
import type { QueryResult } from '#extension-api';
import { toFieldJson } from '../wire/call-header.ts';
import type { FilesCall } from '../wire/files-call.ts';
import { wire } from '../wire/messages.ts';
import { sign, signWithoutNonce } from '../wire/signature.ts';
import { type ConnectionSource, openPool } from './connections.ts';
import { exchange, type IncomingAnswer } from './exchange.ts';
import { errorIn, readText } from './json-answer.ts';

/** A `context.query` of a served extension. */
interface GatewayQuestion {
  /** Of the call that it belongs to; undefined for a caller that the gateway does not know. */
  readonly ticket: string | undefined;
  readonly requestId: string;
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>> | undefined;
  readonly signal: AbortSignal;
}

/** A `context.files` of a served extension. */
interface FilesQuestion extends Pick<GatewayQuestion, 'ticket' | 'requestId' | 'signal'> {
  readonly call: FilesCall;
  /** Of a file. */
  readonly content: Buffer | Readable | undefined;
}

export type GatewayAnswer = Pick<IncomingAnswer, 'text' | 'body'>;

/** A served extension's connections to its gateway. */
export interface GatewayClient {
  /** Rejects with RequestError UNAVAILABLE 503 when the gateway cannot be reached. */
  ask(question: GatewayQuestion): Promise<QueryResult<unknown>>;
  /** Resolves with an answer that is to be read. Rejects like `ask`, and with the error of the gateway. */
  askFiles(question: FilesQuestion): Promise<GatewayAnswer>;
  close(): Promise<void>;
}

/** `key` signs. Undefined on connections that the gateway trusts. */
export function createGatewayClient(source: ConnectionSource, key: KeyObject | undefined): GatewayClient {
  const pool = openPool(source);
  const [method, path] = ['POST', wire.paths.query];
  const send = async ({ requestId, query, variables, signal }: GatewayQuestion, ticket: string) => {
    // In the body, where a gateway of the version before ignores it: extensions are deployed before it.
    const body = JSON.stringify({ query, variables, nonce: key && randomUUID() });
    const headers = ['content-type', 'application/json', 'x-request-id', requestId, wire.fields.ticket, ticket];
    const head = { method, url: path, call: ticket };
    if (key !== undefined) headers.push(wire.fields.signature, signWithoutNonce(key, head, body));
    const answer = await exchange(pool, { method, path, headers, body, signal });
    const refusal = await errorIn(answer);
    if (refusal !== undefined) return { refusal };
    const result: unknown = JSON.parse(await readText(answer));
    if (answer.status === 200 && isResult(result)) return { result };
    throw new Error(`the gateway answered ${answer.status}`);
  };
  return {
    askFiles: async ({ ticket, requestId, call, content, signal }) => {
      const path = wire.paths.files;
      const text = toFieldJson(call);
      const headers = ['x-request-id', requestId, wire.fields.ticket, requireTicket(ticket), wire.fields.files, text];
      if (key !== undefined)
        headers.push(wire.fields.signature, sign(key, { method, url: path, call: `${ticket}${text}` }, undefined));
      const answer = await guarded(signal, async () => {
        const begun = await exchange(pool, { method, path, headers, body: content, signal });
        if (begun.status === 200 || begun.header('content-type') === wire.types.error) return begun;
        begun.leave();
        throw new Error(`the gateway answered ${begun.status}`);
      });
      const failure = await errorIn(answer);
      if (failure !== undefined) throw failure;
      return answer;
    },
    ask: async (question) => {
      const ticket = requireTicket(question.ticket);
      const answer = await guarded(question.signal, () => send(question, ticket));
      // What the gateway itself says of the question, such as an invalid document, is no outage.
      if (answer.refusal !== undefined) throw answer.refusal;
      return answer.result;
    },
    close: () => pool.destroy(),
  };
}

function requireTicket(ticket: string | undefined): string {
  if (ticket === undefined) throw unavailable(new Error('the gateway has not vouched for this caller'));
  return ticket;
}

async function guarded<Answer>(signal: AbortSignal, work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work();
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    throw error instanceof RequestError ? error : unavailable(error);
  }
}

function unavailable(cause: unknown): RequestError {
  const error = new RequestError('UNAVAILABLE', 503, 'The gateway cannot be asked. Try again later.', {
    'retry-after': '1',
  });
  return Object.assign(error, { cause });
}

function isResult(value: unknown): value is QueryResult<unknown> {
  return isObject(value) && ('data' in value || Array.isArray(value.errors));
}
