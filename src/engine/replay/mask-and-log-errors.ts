import { randomUUID } from 'node:crypto';
import { type ASTNode, GraphQLError, type GraphQLErrorOptions, locatedError } from 'graphql';
import { type ExtensionId, outageOf, type Refusal, refusalOf } from '#base';
import type { EngineObserver } from '../plan/engine-observer.ts';
import type { EngineLogger } from '../run/engine-operation.ts';

const internal = 'INTERNAL_SERVER_ERROR';

type Path = readonly (string | number)[];

/** The most errors logged in full for an operation. A stack costs as much as a short operation (source maps). */
const loggedInFull = 20;

/** Where in the client's operation something was thrown. */
export interface ErrorLocation {
  readonly nodes: readonly ASTNode[];
  readonly path: Path;
}

/** Turns what extensions throw into errors for clients. One for each operation. */
export class ErrorMask {
  readonly #logger: EngineLogger;
  readonly #observe: EngineObserver | undefined;
  readonly #inWords: ((error: Error, extension: ExtensionId) => Error) | undefined;
  readonly #ids = new WeakMap<object, string>();
  #logged = 0;
  /** Counts, by extension, the errors that were not logged. They share one id. */
  #others: Map<ExtensionId | undefined, number> | undefined;
  #othersId = '';
  #isClosed = false;

  constructor(
    logger: EngineLogger,
    observe?: EngineObserver,
    inWords?: (error: Error, extension: ExtensionId) => Error,
  ) {
    this.#inWords = inWords;
    this.#logger = logger;
    this.#observe = observe;
  }

  /**
   * Keeps the message of a GraphQLError, and of what `refusalOf` takes for an error for the client. Any other error is
   * a bug, and so is a value that graphql-js cannot serialise. A bug is logged once, and the client gets its id.
   */
  apply(error: GraphQLError, extension: ExtensionId | undefined): GraphQLError {
    const { originalError, nodes, path } = error;
    const location = { ...(path === undefined ? {} : { path }), ...(nodes === undefined ? {} : { nodes }) };
    const isMeant = originalError === undefined || originalError.name === 'GraphQLError';
    if (isMeant && !isOfValue(error)) return meant(error, location, extension);
    return this.#masked(originalError ?? error, location, extension);
  }

  /** The same for whatever a field threw. It avoids locatedError() where it can, since that reads the stack. */
  applyAt(thrown: unknown, location: ErrorLocation, extension: ExtensionId | undefined): GraphQLError {
    if (!isPlain(thrown)) return this.apply(locatedError(thrown, location.nodes, location.path), extension);
    const isMeant = thrown instanceof GraphQLError && thrown.name === 'GraphQLError' && !isOfValue(thrown);
    return isMeant ? meant(thrown, location, extension) : this.#masked(thrown, location, extension);
  }

  /** Logs that an extension left a non-null field null. Nothing was thrown, so only this line shows it to its team. */
  noteEmpty(field: string, extension: ExtensionId, path: Path): void {
    this.#observe?.callsOf?.(extension)?.fail();
    if (this.#logged === loggedInFull) {
      this.#count(extension);
      return;
    }
    this.#logged++;
    this.#logger.error('resolver gave nothing', { extension, field, path });
  }

  /** Logs the errors that were only counted. Called at the end of the operation. */
  close(): void {
    this.#isClosed = true;
    for (const [extension, count] of this.#others ?? []) {
      const id = this.#othersId;
      this.#logger.error('more resolvers failed', { id, extension, count });
    }
    this.#others = undefined;
  }

  #masked(thrown: Error, location: Partial<ErrorLocation>, extension: ExtensionId | undefined): GraphQLError {
    const error = extension === undefined ? thrown : (this.#inWords?.(thrown, extension) ?? thrown);
    const owner = extension === undefined ? {} : { extension };
    const refusal = refusalOf(error);
    if (refusal?.isExposed === true) return refused(refusal, location, owner);
    const outage = outageOf(error);
    if (outage !== undefined)
      return clientError(outage.message, { ...location, extensions: { code: 'UNAVAILABLE', ...owner } });
    const id = this.#idOf(error, extension, location.path);
    const { message, code } = refusal ?? { message: 'Internal server error', code: internal };
    return clientError(message, { ...location, extensions: { code, id, ...owner } });
  }

  #idOf(error: Error, extension: ExtensionId | undefined, path: Path | undefined): string {
    const known = this.#ids.get(error);
    if (known !== undefined) return known;
    if (extension !== undefined) this.#observe?.callsOf?.(extension)?.fail();
    const id = this.#log(error, extension, path);
    this.#ids.set(error, id);
    return id;
  }

  #log(error: Error, extension: ExtensionId | undefined, path: Path | undefined): string {
    if (this.#logged === loggedInFull) return this.#count(extension);
    this.#logged++;
    const id = randomUUID();
    const { message, stack } = error;
    this.#logger.error('resolver failed', { id, extension, subschemaPath: path, error: message, stack });
    return id;
  }

  #count(extension: ExtensionId | undefined): string {
    if (this.#others === undefined) {
      this.#others = new Map();
      this.#othersId = randomUUID();
    }
    this.#others.set(extension, (this.#others.get(extension) ?? 0) + 1);
    // An error may still come after the answer.
    if (this.#isClosed) this.close();
    return this.#othersId;
  }
}

/** graphql-js's own message about a value that does not fit its type. The message may show the value. */
function isOfValue({ message, extensions }: GraphQLError): boolean {
  return extensions.code === undefined && wordsOfGraphql.test(message);
}

const wordsOfGraphql =
  /^(?:\w+|Enum "\w+") cannot represent |^Expected Iterable, |^Expected value of type "\w+" but got: |^Abstract type "/;

/** Keeps the error's message for the client. */
function meant(
  { message, extensions }: GraphQLError,
  location: Partial<ErrorLocation>,
  extension: ExtensionId | undefined,
): GraphQLError {
  const owner = extension === undefined ? {} : { extension };
  return clientError(message, { ...location, extensions: { code: internal, ...extensions, ...owner } });
}

/** Whether something is an Error without nodes and path of its own. */
function isPlain(thrown: unknown): thrown is Error {
  if (!(thrown instanceof Error)) return false;
  const path: unknown = Reflect.get(thrown, 'path');
  const nodes: unknown = Reflect.get(thrown, 'nodes');
  // locatedError() reads a GraphQLError of another copy of graphql-js.
  const isForeign = thrown.name === 'GraphQLError' && !(thrown instanceof GraphQLError);
  return !Array.isArray(path) && (nodes === undefined || nodes === null) && !isForeign;
}

/** An error for the client, such as a StoaError. Messages for fields are those of the arguments. */
function refused(
  { message, code, fields }: Refusal,
  location: Partial<ErrorLocation>,
  owner: { readonly extension?: ExtensionId },
): GraphQLError {
  const more = Object.keys(fields).length === 0 ? {} : { fields };
  return clientError(message, { ...location, extensions: { code, ...more, ...owner } });
}

/** Makes an error without a stack. Stacks took 15 of the 18 ms of an answer with 600 failed fields (measured). */
export function clientError(message: string, options: GraphQLErrorOptions): GraphQLError {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return new GraphQLError(message, options);
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}
