import { unescape as decode } from 'node:querystring';
import { isObjectOrList } from '#base';
import { type Config, isSecretName } from '#config';
import type { RecentError } from '#telemetry';

interface ShownErrors {
  readonly config: Config;
  /** Of a request, or of a masked GraphQL error. With an empty one, all errors are listed. */
  readonly id: string;
}

/** The remembered errors in their order. Secrets of gateway.yaml are `***`. */
export function listErrors(remembered: readonly RecentError[], { config, id }: ShownErrors) {
  const masked = createMask(config);
  const found = remembered.filter((error) => id === '' || error.requestId === id || error.id === id);
  const errors = found.map((error) => ({
    ...error,
    event: masked(error.event),
    message: error.message && masked(error.message),
    place: error.place && masked(error.place),
  }));
  return { count: remembered.length, errors };
}

/** Shorter values are no secrets, and masking them would make messages unreadable. */
const shortestSecret = 6;

/** Masks the secrets of gateway.yaml in a text, since the message of an error may repeat one. */
function createMask(config: Config): (text: string) => string {
  const secrets = [...secretsIn(config, false)]
    .filter((secret) => secret.length >= shortestSecret)
    .toSorted((a, b) => b.length - a.length);
  return (text) => secrets.reduce((rest, secret) => rest.replaceAll(secret, '***'), text);
}

const isConfigSecret = (name: string): boolean => /secret|password|sha256/i.test(name);

function* secretsIn(value: unknown, isSecret: boolean, isNamed = isConfigSecret): Generator<string> {
  if (typeof value === 'string') {
    if (isSecret) yield value;
    else yield* passwordOf(value);
  } else if (isObjectOrList(value)) {
    for (const [name, entry] of Object.entries(value))
      yield* secretsIn(entry, isSecret || isNamed(name), name === 'settings' ? isSecretName : isNamed);
  }
}

function* passwordOf(text: string): Generator<string> {
  const password = text.includes('@') ? URL.parse(text)?.password : undefined;
  if (password === undefined || password === '') return;
  yield text;
  yield password;
  yield decode(password);
}
