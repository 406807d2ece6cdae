import type { ServerResponse } from 'node:http';
import { type DocumentNode, type ExecutionResult, GraphQLError, parse } from 'graphql';
import { LRUCache } from 'lru-cache';
import { badInput, isObject } from '#base';
import type { ExecutableSubschema } from '#engine';
import { decodeBody } from '#http';
import { type GraphqlAnswer, type GraphqlQuestion, linesType, toPlainError } from '#placement';
import type { ServedContext } from './served-context.ts';

/** Texts come from the gateway's plans, which print each step once. */
const mostDocuments = 2_000;

/** The question in a body, or the questions. Throws RequestError BAD_USER_INPUT 400. */
export function readQuestions(body: Buffer | undefined): GraphqlQuestion | readonly GraphqlQuestion[] {
  const value = parseJson(body);
  if (isQuestion(value)) return value;
  if (Array.isArray(value) && value.length > 0 && value.every(isQuestion)) return value;
  throw badInput('The body has no "query", nor is it an array of such bodies.');
}

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

/** Answers the gateway's operations. An error leaves a null at its own place only, and crosses in full. */
export class GatewayGraphql {
  readonly #subschema: ExecutableSubschema;
  readonly #documents = new LRUCache<string, DocumentNode>({ max: mostDocuments });

  constructor(subschema: ExecutableSubschema) {
    this.#subschema = subschema;
  }

  /** One answer, or one line for each of several, as soon as it is there: none waits for a slower one. */
  async answer(
    questions: GraphqlQuestion | readonly GraphqlQuestion[],
    context: ServedContext,
    response: ServerResponse,
  ): Promise<void> {
    if ('query' in questions) {
      const text = JSON.stringify(await this.#run(questions, context));
      response.setHeader('content-type', 'application/json');
      response.setHeader('content-length', Buffer.byteLength(text));
      response.end(text);
      return;
    }
    response.setHeader('content-type', linesType);
    const write = async (question: GraphqlQuestion, at: number): Promise<void> => {
      const answer = await this.#run(question, context);
      response.write(`${JSON.stringify({ at, ...answer })}\n`);
    };
    await Promise.all(questions.map(write));
    response.end();
  }

  async #run({ query, variables, operationName }: GraphqlQuestion, context: ServedContext): Promise<GraphqlAnswer> {
    try {
      const document = this.#documents.get(query) ?? parse(query, { noLocation: true });
      this.#documents.set(query, document);
      const result = await this.#subschema.execute({ document, variables, operationName, context });
      return plainResult(result);
    } catch (error) {
      return plainResult({ errors: [asGraphqlError(error)] });
    }
  }
}

function asGraphqlError(error: unknown): GraphQLError {
  if (error instanceof GraphQLError) return error;
  return new GraphQLError('the document cannot run', { originalError: error instanceof Error ? error : undefined });
}

function plainResult({ data, errors }: ExecutionResult): GraphqlAnswer {
  if (errors === undefined) return { data };
  return {
    data,
    errors: errors.map((error) => {
      const stoa = toPlainError(causeOf(error));
      return { message: stoa.message, path: error.path, extensions: { stoa } };
    }),
  };
}

function causeOf({ originalError, message, extensions }: GraphQLError): unknown {
  return originalError ?? new GraphQLError(message, { extensions });
}
