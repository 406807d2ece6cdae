import { type Finding, isObject } from '#base';
import type { HandedLogin } from '#postgres';
import type { ServeData } from '../wire/serve-data.ts';

/** What the gateway sends a child. A socket goes with `calls`, `gateway` and `database`. */
export type ToChild =
  | { readonly kind: 'start'; readonly data: ServeData; readonly connections: number; readonly tellsQueries: boolean }
  /** A connection on which the gateway calls the extension. */
  | { readonly kind: 'calls' }
  /** A connection on which the extension asks the gateway. */
  | { readonly kind: 'gateway'; readonly id: number }
  | { readonly kind: 'database'; readonly id: number; readonly login: HandedLogin }
  /** Why there is no connection. */
  | { readonly kind: 'refused'; readonly id: number; readonly message: string }
  | { readonly kind: 'done'; readonly id: number }
  /** Another extension waits for a connection to PostgreSQL: the child closes one of its own. */
  | { readonly kind: 'giveBack' }
  /** The child answers at once, unless it hangs. */
  | { readonly kind: 'ping'; readonly id: number }
  /** Ends the child when its calls have ended, or after `ms`. */
  | { readonly kind: 'drain'; readonly ms: number };

/** What a child sends the gateway. Hostile code may send anything, so the gateway checks each message. */
export type FromChild =
  | { readonly kind: 'ready' }
  /** Its modules do not load. */
  | { readonly kind: 'failed'; readonly findings: readonly Finding[] }
  | { readonly kind: 'pong'; readonly id: number }
  | { readonly kind: 'askGateway'; readonly id: number }
  /** Asks for a connection to PostgreSQL. The options are those of `hand`. */
  | { readonly kind: 'askDatabase'; readonly id: number; readonly refused: boolean; readonly isExtra: boolean }
  /** Has closed the connection to PostgreSQL that it asked for under this number. */
  | { readonly kind: 'closedDatabase'; readonly id: number }
  /** Has sent this statement to PostgreSQL. Only when the gateway wants to know. */
  | { readonly kind: 'query'; readonly text: string }
  /** PostgreSQL has become slow or went away, or is well again. In milliseconds since 1970. */
  | { readonly kind: 'trouble'; readonly began: number; readonly ended?: number | undefined }
  /** Asks for a round trip to PostgreSQL. */
  | { readonly kind: 'pingDatabase'; readonly id: number }
  | {
      readonly kind: 'log';
      readonly level: 'debug' | 'info' | 'warn' | 'error';
      readonly event: string;
      readonly fields: Readonly<Record<string, unknown>>;
    };

const levels: ReadonlySet<unknown> = new Set(['debug', 'info', 'warn', 'error']);

export function isFromChild(value: unknown): value is FromChild {
  if (!isObject(value)) return false;
  switch (value.kind) {
    case 'ready':
      return true;
    case 'failed':
      return Array.isArray(value.findings) && value.findings.every(isFinding);
    case 'log':
      return levels.has(value.level) && typeof value.event === 'string' && isObject(value.fields);
    case 'trouble':
      return typeof value.began === 'number' && (value.ended === undefined || typeof value.ended === 'number');
    case 'query':
      return typeof value.text === 'string';
    case 'askDatabase':
      return [value.refused, value.isExtra].every((one) => typeof one === 'boolean') && Number.isSafeInteger(value.id);
    case 'pong':
    case 'askGateway':
    case 'closedDatabase':
    case 'pingDatabase':
      return Number.isSafeInteger(value.id);
    default:
      return false;
  }
}

/** Whether a value is a message of the gateway. The gateway is trusted, so only the kind is looked at. */
export function isToChild(value: unknown): value is ToChild {
  return isObject(value) && typeof value.kind === 'string';
}

function isFinding(value: unknown): value is Finding {
  return (
    isObject(value) &&
    [value.code, value.what, value.fix].every((text) => typeof text === 'string') &&
    isObject(value.where) &&
    typeof value.where.file === 'string'
  );
}
