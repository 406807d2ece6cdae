import { GraphQLError } from 'graphql';
import { LRUCache } from 'lru-cache';
import { isObject } from '#base';
import type { Answer, Question } from '#engine';
import type { Context } from '#extension-api';
import { CallClock } from '#http';
import { type GraphqlLine, wire } from '../wire/messages.ts';
import { fromPlainError } from '../wire/plain-error.ts';
import { sign } from '../wire/signature.ts';
import { type CallFieldsParts, traceFields } from './call-fields.ts';
import type { IncomingAnswer } from './exchange.ts';
import { type AskedCall, GraphqlBatch } from './graphql-batch.ts';
import { type Instances, isLate } from './instances.ts';
import { errorIn, isPlainError, mostBytes, readText } from './json-answer.ts';

/** Texts are those of plans, and each is printed once. */
const mostTexts = 2_000;

/** So many requests of clients share an HTTP request. More would make one process work for long, and others wait. */
const mostCalls = 16;

/** Asks an extension's subgraph. What is asked in one turn of the event loop shares an HTTP request. */
export class GraphqlCalls {
  readonly #instances: Instances;
  readonly #parts: CallFieldsParts;
  /** Those of one turn of the event loop. A list: V8 keeps what a Map that lives for long has held. */
  #waiting: AskedCall[] = [];
  /**
   * Of exchanges that do not follow their signals yet. A signal costs as much as a signature, and most exchanges end
   * within milliseconds. A client that leaves, and a call whose time is over, end those that last.
   */
  readonly #lasting = new CallClock(50, 1);
  /** A text comes again and again, so the beginning of the body with it is written once. */
  readonly #beginnings = new LRUCache<string, string>({
    max: mostTexts,
    memoMethod: (text) => `{"query":${JSON.stringify(text)},"variables":`,
  });

  constructor(instances: Instances, parts: CallFieldsParts) {
    this.#instances = instances;
    this.#parts = parts;
  }

  ask({ text, variables }: Question, context: Context): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const body = `${this.#beginnings.memo(text)}${JSON.stringify(variables)}}`;
      const question = { body, resolve, reject };
      const call = this.#waiting.findLast((one) => one.context === context);
      if (call !== undefined) {
        call.questions.push(question);
        return;
      }
      // After all requests that have arrived by now. undici waits as long before it uses an idle connection.
      if (this.#waiting.length === 0) setImmediate(() => this.#sendAll());
      const trace = traceFields(context.request);
      this.#waiting.push({ context, trace, facts: this.#parts.factsOf(context), questions: [question] });
    });
  }

  #sendAll(): void {
    const calls = this.#waiting;
    this.#waiting = [];
    // A trace has header fields of its own.
    const alike = calls.filter(({ trace }) => trace.length === 0);
    if (alike.length < calls.length)
      for (const call of calls) if (call.trace.length > 0) void this.#send(new GraphqlBatch([call]));
    // Several instances share the work.
    const size = Math.min(mostCalls, Math.ceil(alike.length / this.#instances.count));
    for (let at = 0; at < alike.length; at += size) void this.#send(new GraphqlBatch(alike.slice(at, at + size)));
  }

  /** Never rejects. */
  async #send(batch: GraphqlBatch): Promise<void> {
    try {
      const { answer, instance } = await this.#instances.send({
        request: (contracts) => batch.request(this.#lasting, (body) => this.#headers(batch, body), contracts),
      });
      try {
        if (answer.status !== 200 || answer.header('content-type') !== wire.types.lines) throw await refusal(answer);
        await answer.text(mostBytes, (line) => {
          const { at, ...answered } = readLine(line);
          batch.settle(at, toAnswer(answered));
        });
        if (batch.unanswered > 0) throw new Error('it did not answer all questions');
      } catch (error) {
        answer.leave();
        if (error instanceof AnsweredError) throw error.cause;
        const { signal } = batch;
        if (isLate(signal)) instance.suspect('a call took too long');
        if (signal.aborted) throw signal.reason;
        instance.suspect(String(error));
        throw this.#instances.unavailable(error);
      }
    } catch (error) {
      batch.fail(error);
    }
  }

  #headers({ trace }: GraphqlBatch, body: string): readonly string[] {
    const { key } = this.#parts;
    const fields = ['content-type', 'application/json', ...trace];
    const head = { method: 'POST', url: wire.paths.graphql, call: '' };
    if (key !== undefined) fields.push(wire.fields.signature, sign(key, head, body));
    return fields;
  }
}

/** An error that the extension itself has answered. */
class AnsweredError extends Error {
  constructor(cause: Error) {
    super(cause.message, { cause });
  }
}

/** Why there are no answers. */
async function refusal(answer: IncomingAnswer): Promise<Error> {
  const failure = await errorIn(answer);
  if (failure !== undefined) return new AnsweredError(failure);
  return new Error(`it answered ${answer.status}: ${(await readText(answer)).slice(0, 200)}`);
}

function readLine(line: string): GraphqlLine {
  const value: unknown = JSON.parse(line);
  if (!isLine(value)) throw new Error('it answered what is not GraphQL');
  return value;
}

function isLine(value: unknown): value is GraphqlLine {
  if (!isObject(value) || typeof value.at !== 'number') return false;
  const { data, errors } = value;
  if (data !== undefined && data !== null && !isObject(data)) return false;
  return errors === undefined ? data !== undefined : Array.isArray(errors) && errors.every(isPlainError);
}

const noErrors: Answer['errors'] = [];

function toAnswer({ data, errors }: Omit<GraphqlLine, 'at'>): Answer {
  if (errors === undefined) return { data, errors: noErrors };
  const failed = errors.map(({ extensions, ...error }) => ({ ...error, plain: extensions?.stoa }));
  const unwell = failed.find(({ plain }) => plain?.connectionFailure === true || plain?.code === 'EXTENSION_TIMEOUT');
  return {
    data,
    errors: failed.map(({ plain, message, path = [] }) => ({
      error: isPlainError(plain) ? fromPlainError(plain) : new GraphQLError(message),
      path,
    })),
    failure: unwell?.plain && fromPlainError(unwell.plain),
  };
}
