import { isObject, type Logger } from '#base';

/** The number of errors that a process remembers. */
const maxErrors = 200;
/** The longest text of an error, in characters. */
const maxText = 300;

/** An error or a warning that the gateway logged, or an answer of 500 and above that no line of the log explains. */
export interface RecentError {
  /** ISO 8601. */
  readonly at: string;
  readonly level: 'error' | 'warn';
  /** The log's event: `resolver failed`. */
  readonly event: string;
  /** The message of what was thrown, or the reason. */
  readonly message: string | undefined;
  readonly code: string | undefined;
  readonly requestId: string | undefined;
  /** The id that the client of a masked GraphQL error got. */
  readonly id: string | undefined;
  readonly extension: string | undefined;
  /** The route, the component, or the path of the field. */
  readonly place: string | undefined;
  /** The request's kind and name, its path, and its status. Undefined until it is answered. */
  readonly kind: string | undefined;
  readonly name: string | undefined;
  readonly path: string | undefined;
  readonly status: number | undefined;
}

/** A finished request, as `Telemetry.finish` knows it. */
interface AnsweredRequest {
  readonly requestId: string;
  readonly kind: string;
  readonly name: string;
  readonly status: number;
}

/** The last errors of a process, for operators with an id. They have no stack, header, query string or body. */
export class RecentErrors {
  readonly #errors: RecentError[] = [];
  /** Positions are not stable, so requests under way are known by id. */
  readonly #open = new Set<string>();

  /** Newest first. */
  list(): readonly RecentError[] {
    return this.#errors.toReversed();
  }

  /** A logger that also remembers its errors and warnings. */
  watch(logger: Logger, bound: Readonly<Record<string, unknown>> = {}): Logger {
    const note = (level: RecentError['level'], event: string, fields: Readonly<Record<string, unknown>>): void => {
      // Lines with a bound extension are the extension's own. Its fields may contain what a client wrote.
      this.#add(errorOf(level, event, 'extension' in bound ? bound : { ...bound, ...fields }));
    };
    return {
      debug: (event, fields) => logger.debug(event, fields),
      info: (event, fields) => logger.info(event, fields),
      warn: (event, fields = {}) => {
        logger.warn(event, fields);
        note('warn', event, fields);
      },
      error: (event, fields = {}) => {
        logger.error(event, fields);
        note('error', event, fields);
      },
      child: (fields) => this.watch(logger.child(fields), { ...bound, ...fields }),
    };
  }

  /** Notes which request the errors with its id belong to. An unexplained status of 500 and above is an error, too. */
  answered({ requestId, kind, name, status }: AnsweredRequest): void {
    if (this.#open.delete(requestId)) {
      for (const [index, error] of this.#errors.entries())
        if (error.requestId === requestId) this.#errors[index] = { ...error, kind, name, status };
    } else if (status >= 500) {
      const answer = errorOf('warn', `answered ${status}`, { requestId });
      this.#push({ ...answer, kind, name, status });
    }
  }

  /** Whether a request that is under way has errors. */
  get hasOpen(): boolean {
    return this.#open.size > 0;
  }

  #add(error: RecentError): void {
    this.#push(error);
    if (error.requestId === undefined) return;
    this.#open.add(error.requestId);
    const [oldest] = this.#open;
    if (this.#open.size > maxErrors && oldest !== undefined) this.#open.delete(oldest);
  }

  #push(error: RecentError): void {
    this.#errors.push(error);
    if (this.#errors.length > maxErrors) this.#errors.shift();
  }
}

function errorOf(level: RecentError['level'], event: string, fields: Readonly<Record<string, unknown>>): RecentError {
  const { err } = fields;
  const cause = err instanceof Error && err.cause instanceof Error ? err.cause : err;
  return {
    at: new Date().toISOString(),
    level,
    event: event.slice(0, maxText),
    message: firstText(messageOf(cause), fields.error, fields.reason),
    code: firstText(fields.code, isObject(cause) ? cause.code : undefined),
    requestId: firstText(fields.requestId),
    id: firstText(fields.id),
    extension: firstText(fields.extension),
    place: firstText(fields.route, fields.component, fields.field, fields.subschemaPath, fields.path),
    kind: undefined,
    name: undefined,
    path: isText(fields.path) && fields.path.startsWith('/') ? fields.path.slice(0, maxText) : undefined,
    status: undefined,
  };
}

// A getter of an extension's error may throw.
function messageOf(error: unknown): unknown {
  try {
    return error instanceof Error ? error.message : undefined;
  } catch {
    return 'an error that throws when it is read';
  }
}

function firstText(...values: readonly unknown[]): string | undefined {
  const text = values.map((value) => (Array.isArray(value) ? value.join('.') : value)).find(isText);
  return text?.slice(0, maxText);
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
