import { randomUUID } from 'node:crypto';
import { GraphQLError } from 'graphql';
import type { ExtensionId } from '../../base/ids.ts';
import type { Logger } from '../../base/logger.ts';
import type { Telemetry } from '../../telemetry/telemetry.ts';

const internal = 'INTERNAL_SERVER_ERROR';

/** Turns what extensions throw into what clients may read. One for each operation. */
export class ErrorMask {
  readonly #logger: Logger;
  readonly #telemetry: Telemetry | undefined;
  readonly #ids = new WeakMap<object, string>();

  constructor(logger: Logger, telemetry?: Telemetry) {
    this.#logger = logger;
    this.#telemetry = telemetry;
  }

  /**
   * A GraphQLError or RequestError is meant for the client and keeps its words; so do graphql-js's own errors.
   * Anything else is a bug: it is logged in full, once, and answered with the log line's id.
   */
  apply(error: GraphQLError, extension: ExtensionId | undefined): GraphQLError {
    const { originalError, path } = error;
    const owner = extension === undefined ? {} : { extension };
    const located = {
      ...(path === undefined ? {} : { path }),
      ...(error.nodes === undefined ? {} : { nodes: error.nodes }),
    };
    if (originalError === undefined || originalError.name === 'GraphQLError') {
      const extensions = { code: internal, ...error.extensions, ...owner };
      return new GraphQLError(error.message, { ...located, extensions });
    }
    if (isRequestError(originalError))
      return new GraphQLError(originalError.message, {
        ...located,
        extensions: { code: originalError.code, ...owner },
      });
    const id = this.#idOf(originalError, extension, path);
    return new GraphQLError('Internal server error', { ...located, extensions: { code: internal, id, ...owner } });
  }

  #idOf(error: Error, extension: ExtensionId | undefined, path: readonly (string | number)[] | undefined): string {
    const known = this.#ids.get(error);
    if (known !== undefined) return known;
    const id = randomUUID();
    this.#ids.set(error, id);
    if (extension !== undefined) this.#telemetry?.extension(extension).graphql.fail();
    this.#logger.error('resolver failed', {
      id,
      extension,
      subschemaPath: path,
      error: error.message,
      stack: error.stack,
    });
    return id;
  }
}

/** By its shape, not its class: extensions and gateway may have two copies of the module. */
function isRequestError(error: Error): error is Error & { readonly code: string } {
  return error.name === 'RequestError' && 'code' in error && typeof error.code === 'string';
}
