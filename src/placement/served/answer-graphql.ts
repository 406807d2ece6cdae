import type { ServerResponse } from 'node:http';
import { type DocumentNode, type ExecutionResult, GraphQLError, Kind, OperationTypeNode, parse } from 'graphql';
import { LRUCache } from 'lru-cache';
import { badInput, isObject } from '#base';
import type { ExecutableSubschema } from '#engine';
import { inWords } from '#extension-error';
import { decodeBody } from '#http';
import { hasCallFacts } from '../wire/call-header.ts';
import { type GraphqlCalls, type GraphqlLine, wire } from '../wire/messages.ts';
import { toPlainError } from '../wire/plain-error.ts';
import type { ServedContext } from './served-context.ts';

export type GraphqlCall = GraphqlCalls['calls'][number];
export type GraphqlQuestion = GraphqlCall['questions'][number];
type GraphqlAnswer = Omit<GraphqlLine, 'at'>;

/** Texts come from the gateway's plans, which print each step once. */
const mostDocuments = 2_000;

/** Throws RequestError BAD_USER_INPUT 400. */
export function parseJson(body: Buffer | undefined): unknown {
  if (body === undefined) throw badInput('There is no body.');
  try {
    return JSON.parse(decodeBody(body));
  } catch (error) {
    throw error instanceof SyntaxError ? badInput('The body is not JSON.') : error;
  }
}

function isQuestion(value: unknown): value is GraphqlQuestion {
  return isObject(value) && typeof value.query === 'string' && (isObject(value.variables) || value.variables == null);
}

/** The calls in a body of the gateway. Throws RequestError BAD_USER_INPUT 400. */
export function readCalls(body: Buffer | undefined): GraphqlCalls {
  const value = parseJson(body);
  if (!isCalls(value)) throw badInput('The body has no calls of a gateway.');
  return value;
}

function isCalls(value: unknown): value is GraphqlCalls {
  return isObject(value) && Array.isArray(value.contracts) && Array.isArray(value.calls) && value.calls.every(isCall);
}

function isCall(value: unknown): value is GraphqlCall {
  if (!hasCallFacts(value) || typeof value.ticket !== 'string') return false;
  return Array.isArray(value.questions) && value.questions.every(isQuestion);
}

/** Answers the gateway's operations. An error leaves a null at its own path only, and crosses in full. */
export class GatewayGraphql {
  readonly #subschema: ExecutableSubschema;
  readonly #documents = new LRUCache<string, DocumentNode>({
    max: mostDocuments,
    memoMethod: (query) => parse(query, { noLocation: true }),
  });

  constructor(subschema: ExecutableSubschema) {
    this.#subschema = subschema;
  }

  /** Whether it may change something. Throws GraphQLError. */
  isMutation({ query }: GraphqlQuestion): boolean {
    return this.#documents
      .memo(query)
      .definitions.some(
        (one) => one.kind === Kind.OPERATION_DEFINITION && one.operation === OperationTypeNode.MUTATION,
      );
  }

  /** Never rejects: what cannot run has an error. */
  async answer({ query, variables }: GraphqlQuestion, context: ServedContext): Promise<GraphqlAnswer> {
    try {
      const document = this.#documents.memo(query);
      const result = await this.#subschema.execute({ document, variables, operationName: undefined, context });
      return plainResult(result, context);
    } catch (error) {
      return plainResult({ errors: [asGraphqlError(error)] }, context);
    }
  }
}

/** Writes one line for each answer. Those of one moment are one write, and none waits for a slower one. */
export class AnswerLines {
  readonly #response: ServerResponse;
  #unwritten: number;
  #text = '';
  #isDue = false;

  constructor(response: ServerResponse, count: number) {
    this.#response = response;
    this.#unwritten = count;
  }

  write(line: GraphqlLine): void {
    this.#text += `${JSON.stringify(line)}\n`;
    this.#unwritten--;
    if (this.#isDue) return;
    this.#isDue = true;
    // After all promises that are settled by now.
    process.nextTick(() => this.#flush());
  }

  #flush(): void {
    const response = this.#response;
    const text = this.#text;
    this.#isDue = false;
    this.#text = '';
    if (!response.headersSent) {
      const length = this.#unwritten === 0 ? { 'content-length': Buffer.byteLength(text) } : {};
      response.writeHead(200, { 'content-type': wire.types.lines, ...length });
    }
    if (this.#unwritten === 0) response.end(text);
    else response.write(text);
  }
}

function asGraphqlError(error: unknown): GraphQLError {
  if (error instanceof GraphQLError) return error;
  return new GraphQLError('the document cannot run', { originalError: error instanceof Error ? error : undefined });
}

function plainResult({ data, errors }: ExecutionResult, { text }: Pick<ServedContext, 'text'>): GraphqlAnswer {
  if (errors === undefined) return { data };
  return {
    data,
    errors: errors.map((error) => {
      const stoa = toPlainError(inWords(causeOf(error), text));
      return { message: stoa.message, path: error.path, extensions: { stoa } };
    }),
  };
}

function causeOf({ originalError, message, extensions, nodes = [] }: GraphQLError): unknown {
  const [node] = nodes;
  // An error at an argument or variable: the client's value is none of a scalar, which the gateway cannot check.
  if (node !== undefined && node.kind !== Kind.FIELD && extensions.code === undefined)
    return new GraphQLError(originalError?.message ?? message, {
      extensions: { ...extensions, code: 'BAD_USER_INPUT' },
    });
  return originalError ?? new GraphQLError(message, { extensions });
}
