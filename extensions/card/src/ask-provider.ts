import { StoaError } from 'stoa';
import type { Context } from '../card.gen.ts';
import { providerOf } from './provider.ts';

export type ProviderContext = Pick<Context, 'settings' | 'signal'>;

/** What the provider has refused. Other failures are a StoaError UNAVAILABLE. */
export class ProviderRefusal extends Error {
  /** Of the provider, such as `charge_already_refunded`. Empty where it names none. */
  readonly code: string;

  constructor({ message, code }: Pick<ProviderError, 'message' | 'code'>) {
    super(message);
    this.code = code;
  }
}

/** The error of an answer: what it is, in the provider's words. */
interface ProviderError {
  readonly type: string;
  readonly code: string;
  readonly message: string;
}

interface Asked {
  readonly path: string;
  /** Sent as a form, by POST. Without it, the request is a GET. */
  readonly fields?: Readonly<Record<string, string>>;
  /** The same for each attempt: the provider then does it once. */
  readonly key?: string;
}

/** Asks the provider, within the time limit. Throws ProviderRefusal for what it will refuse again. */
export async function askProvider(
  { settings, signal }: ProviderContext,
  { path, fields, key }: Asked,
): Promise<unknown> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(settings.timeoutMs)]);
  const { address, credentials } = providerOf(settings);
  const response = await fetch(address + path, {
    headers: { ...credentials, ...(key !== undefined && { 'idempotency-key': key }) },
    redirect: 'error',
    signal: limit,
    ...(fields !== undefined && { method: 'POST', body: new URLSearchParams(fields) }),
  }).catch((error: unknown) => {
    throw unavailable(limit.aborted ? 'is too slow' : `cannot be reached: ${String(error)}`);
  });
  const answer: unknown = await response.json().catch(() => undefined);
  if (response.ok && answer !== undefined) return answer;
  const { type, code, message } = errorOf(answer);
  if (type === 'invalid_request_error' && (response.status === 400 || response.status === 404))
    throw new ProviderRefusal({ message, code });
  if (response.status === 401 || response.status === 403)
    throw unavailable(`does not accept the setting "key": ${message}`);
  throw unavailable(`answers ${response.status}: ${message}`);
}

function errorOf(answer: unknown): ProviderError {
  const error = fieldOf(answer, 'error');
  const named = (name: string, otherwise = ''): string => {
    const value = fieldOf(error, name);
    return typeof value === 'string' ? value : otherwise;
  };
  return { type: named('type'), code: named('code'), message: named('message', 'no reason') };
}

/** A field of something that another side has sent. */
export function fieldOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return new Map<string, unknown>(Object.entries(value)).get(name);
}

export function unavailable(what: string): StoaError {
  return new StoaError('UNAVAILABLE', `The card provider ${what}`);
}
