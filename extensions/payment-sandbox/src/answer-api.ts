import { createHash, timingSafeEqual } from 'node:crypto';
import { text } from 'node:stream/consumers';
import type { Request, Response } from 'express';
import type { Database } from 'stoa';
import type { Context, Transaction } from '../payment-sandbox.gen.ts';
import { apiKey } from './test-keys.ts';

/** What the interface answers: a status and a body. */
export interface ApiAnswer {
  readonly status: number;
  readonly body: object;
}

/** A refusal, as the interface writes it. */
export function refusal(
  message: string,
  status = 400,
  error: { readonly type?: string; readonly code?: string } = {},
): ApiAnswer {
  return { status, body: { error: { type: 'invalid_request_error', message, ...error } } };
}

export interface ApiRequest extends Pick<Request, 'method' | 'path'>, AsyncIterable<unknown> {
  header(name: string): string | undefined;
  readonly context: Context;
}

/**
 * Answers one request of the interface in a transaction: with the right key alone, and the same again for a request
 * with the same Idempotency-Key.
 */
export async function answerApi(
  request: ApiRequest,
  response: Pick<Response, 'status'>,
  work: (transaction: Transaction, fields: URLSearchParams) => Promise<ApiAnswer>,
): Promise<void> {
  const { database } = request.context;
  const body = request.method === 'POST' ? await text(request) : '';
  const key = request.method === 'POST' ? request.header('idempotency-key') : undefined;
  const digest = digestOf(`${request.path}\n${body}`).toString('hex');
  const run = (transaction: Transaction): Promise<ApiAnswer> => work(transaction, new URLSearchParams(body));
  const { status, body: answer } = !isKey(request.header('x-payment-key'))
    ? refusal('The API key is missing or wrong.', 401)
    : await database.transaction((transaction) =>
        key === undefined ? run(transaction) : answerOnce(transaction, { key, digest }, run),
      );
  response.status(status).json(answer);
}

const beginText = 'insert into answered_key (key, digest) values ($1, $2) on conflict (key) do nothing returning key';
const knownText = 'select digest, status, answer as body from answered_key where key = $1';
const keepText = 'update answered_key set status = $2, answer = $3::jsonb where key = $1';

// A second request with the key waits at the first statement until the first one's transaction ends.
async function answerOnce(
  transaction: Transaction,
  { key, digest }: { readonly key: string; readonly digest: string },
  run: (transaction: Transaction) => Promise<ApiAnswer>,
): Promise<ApiAnswer> {
  const [first] = await transaction.query(beginText, [key, digest]);
  if (first === undefined) return await answerBefore(transaction, key, digest);
  const answer = await run(transaction);
  await transaction.query(keepText, [key, answer.status, JSON.stringify(answer.body)]);
  return answer;
}

async function answerBefore(database: Database, key: string, digest: string): Promise<ApiAnswer> {
  const [known] = await database.query<ApiAnswer & { digest: string }>(knownText, [key]);
  if (known === undefined || known.digest !== digest)
    return refusal('The Idempotency-Key was used for another request.', 400, { type: 'idempotency_error' });
  return { status: known.status, body: known.body };
}

function isKey(given: string | undefined): boolean {
  return given !== undefined && timingSafeEqual(digestOf(given), digestOf(apiKey));
}

function digestOf(value: string): Buffer {
  return createHash('sha256').update(value).digest();
}
