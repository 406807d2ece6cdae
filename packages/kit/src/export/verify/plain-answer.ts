import { isObject } from 'stoa/tooling';

/** An answer to a GraphQL request over HTTP. */
export interface PlainAnswer {
  /** The whole body. */
  readonly text: string;
  /** Undefined when nothing was executed. */
  readonly data: unknown;
  readonly errors: readonly AnsweredError[];
}

export interface AnsweredError {
  readonly message: string;
  readonly path: readonly (string | number)[] | undefined;
  readonly code: string | undefined;
  /** The extension that it comes from; undefined for errors of an engine itself. */
  readonly owner: string | undefined;
  readonly has: { readonly locations: boolean; readonly serviceName: boolean; readonly id: boolean };
}

/** Reads a body. Throws an Error for one that is no answer of GraphQL over HTTP. */
export function readAnswer(text: string): PlainAnswer {
  const body = parsed(text);
  if (!isObject(body) || !('data' in body || Array.isArray(body.errors)))
    throw new Error(`the answer is not GraphQL: ${text.slice(0, 200)}`);
  const errors: readonly unknown[] = Array.isArray(body.errors) ? body.errors : [];
  return { text, data: body.data, errors: errors.map(readError) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // The caller says what the body is.
  }
}

function readError(error: unknown): AnsweredError {
  const { message, path, locations, extensions } = isObject(error) ? error : {};
  const { code, id, extension, serviceName } = isObject(extensions) ? extensions : {};
  // The gateway names the extension whose part of a list is missing.
  const owner = extension ?? serviceName;
  return {
    message: String(message),
    path: Array.isArray(path) ? path.map((key: unknown) => (typeof key === 'number' ? key : String(key))) : undefined,
    code: typeof code === 'string' ? code : undefined,
    owner: typeof owner === 'string' ? owner : undefined,
    has: { locations: locations !== undefined, serviceName: serviceName !== undefined, id: id !== undefined },
  };
}
