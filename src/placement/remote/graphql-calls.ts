import { GraphQLError } from 'graphql';
import { LRUCache } from 'lru-cache';
import { isObject } from '#base';
import type { Answer, Question } from '#engine';
import type { Context } from '#extension-api';
import { type GraphqlQuestion, linesType, type WireGraphqlError, wirePaths } from '../wire/messages.ts';
import { fromPlainError } from '../wire/plain-error.ts';
import { type CallFieldsParts, callFields } from './call-fields.ts';
import type { IncomingAnswer, OutgoingRequest } from './exchange.ts';
import { type Instances, isLate } from './instances.ts';
import { errorIn, isPlainError, readText, textPieces } from './json-answer.ts';
import { LastingExchanges } from './lasting-exchanges.ts';

/** Texts are those of plans, and each is printed once. */
const mostTexts = 2_000;

interface Waiting {
  /** Its {@link GraphqlQuestion} as JSON. */
  readonly body: string;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

/** Asks an extension's subgraph. Questions of one moment and one request share an HTTP request. */
export class GraphqlCalls {
  readonly #instances: Instances;
  readonly #parts: CallFieldsParts;
  /** By context: a request has one for each extension. */
  readonly #waiting = new Map<Context, Waiting[]>();
  readonly #lasting = new LastingExchanges();
  readonly #beginnings = new LRUCache<string, string>({ max: mostTexts });

  constructor(instances: Instances, parts: CallFieldsParts) {
    this.#instances = instances;
    this.#parts = parts;
  }

  ask({ text, variables }: Question, context: Context): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const one = { body: this.#bodyOf(text, variables), resolve, reject };
      const others = this.#waiting.get(context);
      if (others !== undefined) {
        others.push(one);
        return;
      }
      this.#waiting.set(context, [one]);
      // After all promises that are settled by now, whose steps ask at the same moment.
      process.nextTick(() => this.#send(context));
    });
  }

  /** A text comes again and again, so the part of the body with it is written once. */
  #bodyOf(text: string, variables: GraphqlQuestion['variables']): string {
    let beginning = this.#beginnings.get(text);
    if (beginning === undefined) {
      beginning = `{"query":${JSON.stringify(text)},"variables":`;
      this.#beginnings.set(text, beginning);
    }
    return `${beginning}${JSON.stringify(variables)}}`;
  }

  #send(context: Context): void {
    const asked = this.#waiting.get(context) ?? [];
    this.#waiting.delete(context);
    this.#exchange(asked, context).catch((error: unknown) => {
      for (const { reject } of asked) reject(error);
    });
  }

  async #exchange(asked: readonly Waiting[], context: Context): Promise<void> {
    const [first] = asked;
    const isAlone = first !== undefined && asked.length === 1;
    const body = isAlone ? first.body : `[${asked.map((one) => one.body).join()}]`;
    const call = { method: 'POST', path: wirePaths.graphql, context, timeoutMs: 0, body };
    const { answer, instance } = await this.#instances.send({
      request: (contracts) => {
        const headers = [...callFields(this.#parts, { ...call, contracts }), 'content-type', 'application/json'];
        return new GraphqlRequest({ headers, body, context }, this.#lasting);
      },
    });
    try {
      const failure = await errorIn(answer);
      if (failure !== undefined) throw new ToldError(failure);
      if (answer.status !== 200) throw new Error(`it answered ${answer.status}: ${await beginning(answer)}`);
      if (isAlone) first.resolve(toAnswer(JSON.parse(await readText(answer))));
      else await readLines(answer, asked);
    } catch (error) {
      answer.leave();
      if (error instanceof ToldError) throw error.cause;
      const { signal } = context;
      if (isLate(signal)) instance.suspect('a call took too long');
      if (signal.aborted) throw signal.reason;
      instance.suspect(String(error));
      throw this.#instances.unavailable(error);
    }
  }
}

interface GraphqlRequestParts {
  readonly headers: readonly string[];
  readonly body: string;
  readonly context: Context;
}

/** Makes its signal when it is first read, which most requests never do. */
class GraphqlRequest implements OutgoingRequest {
  readonly method = 'POST';
  readonly path = wirePaths.graphql;
  readonly headers: readonly string[];
  readonly body: string;
  readonly lasting: LastingExchanges;
  readonly #context: Context;

  constructor({ headers, body, context }: GraphqlRequestParts, lasting: LastingExchanges) {
    this.headers = headers;
    this.body = body;
    this.lasting = lasting;
    this.#context = context;
  }

  get signal(): AbortSignal {
    return this.#context.signal;
  }
}

/** An error that the extension itself has told. */
class ToldError extends Error {
  constructor(cause: Error) {
    super(cause.message, { cause });
  }
}

/** Settles each question when its line has arrived. Rejects when one has no line. */
async function readLines(answer: IncomingAnswer, asked: readonly Waiting[]): Promise<void> {
  if (answer.header('content-type') !== linesType) throw new Error('it answered several questions at once');
  const open = new Set(asked.keys());
  let rest = '';
  for await (const piece of textPieces(answer)) {
    const lines = (rest + piece).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const value: unknown = JSON.parse(line);
      const at = isObject(value) ? Number(value.at) : -1;
      if (!open.delete(at)) throw new Error('it answered a question twice, or none');
      asked[at]?.resolve(toAnswer(value));
    }
  }
  if (open.size > 0) throw new Error('it did not answer all questions');
}

async function beginning(answer: IncomingAnswer): Promise<string> {
  return (await readText(answer)).slice(0, 200);
}

function toAnswer(value: unknown): Answer {
  if (!isAnswer(value)) throw new Error('it answered what is not GraphQL');
  const { data, errors = [] } = value;
  const told = errors.map(({ extensions, ...error }) => ({ ...error, plain: extensions?.stoa }));
  const unwell = told.find(({ plain }) => plain?.connectionFailure === true || plain?.code === 'EXTENSION_TIMEOUT');
  return {
    data,
    errors: told.map(({ plain, message, path = [] }) => ({
      error: isPlainError(plain) ? fromPlainError(plain) : new GraphQLError(message),
      path,
    })),
    failure: unwell?.plain && fromPlainError(unwell.plain),
  };
}

interface WireAnswer {
  readonly data: Record<string, unknown> | null | undefined;
  readonly errors?: readonly WireGraphqlError[] | undefined;
}

function isAnswer(value: unknown): value is WireAnswer {
  if (!isObject(value)) return false;
  const { data, errors } = value;
  if (data !== undefined && data !== null && !isObject(data)) return false;
  return errors === undefined ? data !== undefined : Array.isArray(errors) && errors.every(isPlainError);
}
