import type { Answer } from '#engine';
import type { Caller, Context, RequestInfo } from '#extension-api';
import type { CallClock } from '#http';
import { wire } from '../wire/messages.ts';
import type { CallFacts } from './call-fields.ts';
import type { OutgoingRequest } from './exchange.ts';

/** What one request of a client asks an extension. */
export interface AskedCall {
  readonly context: Context;
  readonly facts: CallFacts;
  /** Header fields of its trace. */
  readonly trace: readonly string[];
  readonly questions: AskedQuestion[];
}

interface AskedQuestion {
  /** A GraphqlQuestion as JSON. */
  readonly body: string;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

/** Calls that share an HTTP request. Each gets its own answers, as soon as they arrive. */
export class GraphqlBatch {
  readonly #calls: readonly AskedCall[];
  /** By number: undefined once it has its answer. */
  readonly #questions: (AskedQuestion | undefined)[];
  #unanswered: number;
  #text: string | undefined;
  /** Made when its signal is first read, which most exchanges never do. */
  #controller: AbortController | undefined;
  /** Why the last client has disconnected. */
  #reason: unknown;
  /** Those without an answer whose clients have disconnected. */
  readonly #abandoned = new Set<AskedQuestion>();

  constructor(calls: readonly AskedCall[]) {
    this.#calls = calls;
    this.#questions = calls.flatMap(({ questions }) => questions);
    this.#unanswered = this.#questions.length;
  }

  /** How many questions have no answer yet. */
  get unanswered(): number {
    return this.#unanswered;
  }

  get trace(): readonly string[] {
    return this.#calls[0]?.trace ?? [];
  }

  /** Aborted when the clients of all questions without an answer have disconnected. */
  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      for (const call of this.#calls) this.#follow(call);
    }
    return this.#controller.signal;
  }

  request(
    lasting: CallClock,
    headersOf: (body: string) => readonly string[],
    contracts: readonly string[],
  ): OutgoingRequest {
    this.#text ??= this.#calls.map(callText).join();
    const body = `{"contracts":${JSON.stringify(contracts)},"calls":[${this.#text}]}`;
    return new BatchRequest(this, { lasting, headers: headersOf(body), body });
  }

  /** Throws when the question has an answer, or was not asked. */
  settle(at: number, answer: Answer): void {
    const question = this.#questions[at];
    if (question === undefined) throw new Error('it answered a question twice, or none');
    this.#questions[at] = undefined;
    this.#unanswered--;
    question.resolve(answer);
    // Those that it has kept going may have disconnected.
    if (this.#abandoned.delete(question) || this.#abandoned.size === 0) return;
    if (this.#abandoned.size === this.#unanswered) this.#controller?.abort(this.#reason);
  }

  /** Rejects what has no answer. */
  fail(error: unknown): void {
    for (const question of this.#questions) question?.reject(error);
  }

  #follow({ context: { signal }, questions }: AskedCall): void {
    const leave = (): void => {
      this.#reason = signal.reason;
      for (const question of questions) {
        question.reject(signal.reason);
        if (this.#questions.includes(question)) this.#abandoned.add(question);
      }
      if (this.#abandoned.size === this.#unanswered) this.#controller?.abort(signal.reason);
    };
    if (signal.aborted) leave();
    else signal.addEventListener('abort', leave, { once: true });
  }
}

/** A class, since an object literal with a getter costs more. */
class BatchRequest implements OutgoingRequest {
  readonly method = 'POST';
  readonly path = wire.paths.graphql;
  readonly headers: readonly string[];
  readonly body: string;
  readonly lasting: CallClock;
  readonly #batch: GraphqlBatch;

  constructor(batch: GraphqlBatch, { headers, body, lasting }: Pick<BatchRequest, 'headers' | 'body' | 'lasting'>) {
    this.#batch = batch;
    this.headers = headers;
    this.body = body;
    this.lasting = lasting;
  }

  get signal(): AbortSignal {
    return this.#batch.signal;
  }
}

/** A GraphqlCall as JSON. */
function callText({ context, facts, questions }: AskedCall): string {
  const { depth, ticket, authorization, settings, shop } = facts;
  const parts = [
    `"request":${textOf(context.request, shown)}`,
    `"caller":${textOf(context.caller)}`,
    `"depth":${depth},"ticket":${JSON.stringify(ticket)}`,
    `"questions":[${questions.map(({ body }) => body).join()}]`,
  ];
  if (context.visitor !== null) parts.push(`"visitor":${JSON.stringify(context.visitor)}`);
  if (settings !== undefined) parts.push(`"settings":${textOf(settings)}`);
  if (shop !== undefined) parts.push(`"shop":${textOf(shop)}`);
  if (authorization !== undefined) parts.push(`"authorization":${JSON.stringify(authorization)}`);
  return `{${parts.join()}}`;
}

/** Texts of requests, callers, settings and facts. A request's calls of several extensions share them. */
const texts = new WeakMap<object, string>();

function textOf<Value extends Caller | RequestInfo | Readonly<Record<string, unknown>>>(
  value: Value,
  show: (value: Value) => object = (own) => own,
): string {
  const known = texts.get(value);
  if (known !== undefined) return known;
  const text = JSON.stringify(show(value));
  texts.set(value, text);
  return text;
}

function shown({ id, method, url, address, locale, headers }: RequestInfo): RequestInfo {
  return { id, method, url, address, locale, headers };
}
