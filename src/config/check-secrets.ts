import type { Finding } from '#base';
import { type ConfigView, findingAt, warningAt } from './config-view.ts';

/** The keys with secrets that sign, and what a forger could make with them. */
const signingKeys = [
  { pointer: '/auth/bearer/jwt/secret', name: 'auth.bearer.jwt.secret', forged: 'tokens' },
  { pointer: '/auth/session/secret', name: 'auth.session.secret', forged: 'sessions' },
] as const;

type SigningKey = (typeof signingKeys)[number];

/** Minimum key length for HMAC-SHA-256: that of its hash (RFC 2104, section 3; for HS256 RFC 7518, section 3.2). */
export const secretBytes = 32;

const randomSecret = 'a secret such as "openssl rand -base64 32" prints';

interface Secret {
  readonly key: SigningKey;
  readonly pointer: string;
  readonly text: string;
}

/** Pointers of the secrets with the value `generated`, which the gateway keeps in .stoa/. */
export function generatedSecretPointers(view: ConfigView): readonly string[] {
  return signingKeys.flatMap((key) => {
    const pointers = secretsAt(view, key).flatMap(({ text, pointer }) => (text === 'generated' ? [pointer] : []));
    // A JWT object without secret and JWKS has a generated secret.
    const parent = key.pointer.replace(/\/secret$/, '');
    const isImplied = key.name === 'auth.bearer.jwt.secret' && isEmptyJwt(view.keysAt(parent), view.isWritten(parent));
    return isImplied ? [parent] : pointers;
  });
}

function isEmptyJwt(keys: readonly string[], isWritten: boolean): boolean {
  return isWritten && !keys.includes('secret') && !keys.includes('jwks');
}

/** Reports secrets that sign: short ones as errors, guessable or repeated ones as warnings. Quotes none of them. */
export function checkSecrets(view: ConfigView): readonly Finding[] {
  const secrets = signingKeys.flatMap((key) => secretsAt(view, key));
  return [...secrets.flatMap((secret) => checkStrength(view, secret)), ...checkRepeated(view, secrets)];
}

/** The secrets of a key: one, or those of a list. Skips an empty entry after the first of a list. */
function secretsAt(view: ConfigView, key: SigningKey): readonly Secret[] {
  const single = view.textAt(key.pointer);
  if (single !== undefined) return [{ key, pointer: key.pointer, text: single }];
  return view.keysAt(key.pointer).flatMap((index) => {
    const pointer = `${key.pointer}/${index}`;
    const text = view.textAt(pointer);
    return text === undefined || (text === '' && index !== '0') ? [] : [{ key, pointer, text }];
  });
}

function checkStrength(view: ConfigView, { key, pointer, text }: Secret): readonly Finding[] {
  if (text === 'generated') return [];
  if (Buffer.byteLength(text) < secretBytes) {
    const what = `"${key.name}" is shorter than ${secretBytes} bytes, so ${key.forged} could be forged`;
    return [findingAt(view, pointer, { code: 'CONFIG_INVALID', what, fix: `Write generated, or ${randomSecret}.` })];
  }
  const weakness = weaknessOf(text);
  if (weakness === undefined) return [];
  const what = `"${key.name}" ${weakness}, so it could be guessed, and ${key.forged} forged`;
  return [warningAt(view, pointer, { code: 'CONFIG_INSECURE', what, fix: `Use ${randomSecret}.` })];
}

function checkRepeated(view: ConfigView, secrets: readonly Secret[]): readonly Finding[] {
  const firsts = new Map<string, Secret>();
  return secrets.flatMap((secret) => {
    const { key, pointer, text } = secret;
    const first = firsts.get(text);
    if (first === undefined) firsts.set(text, secret);
    // Each key with the value `generated` gets a secret of its own.
    if (first === undefined || (text === 'generated' && first.key !== key)) return [];
    const related = [view.placeOf(first.pointer, 'value')];
    if (first.key === key) {
      const what = `a secret of "${key.name}" is in the list twice, so it is not rotated`;
      return [warningAt(view, pointer, { code: 'CONFIG_DUPLICATE', what, fix: 'Remove one of them.', related })];
    }
    const what = `"${key.name}" is the secret of "${first.key.name}" too: if one leaks, both ${first.key.forged} and ${key.forged} can be forged`;
    return [warningAt(view, pointer, { code: 'CONFIG_INSECURE', what, fix: `Use ${randomSecret} for each.`, related })];
  });
}

/** The fewest different characters of a secret. 32 random hexadecimal digits have fewer once in a billion. */
const fewestCharacters = 8;

/** Why a secret of full length is weak: few characters, one text again and again, or characters in a row. */
function weaknessOf(text: string): string | undefined {
  const characters = new Set(text).size;
  if (characters < fewestCharacters) return `has only ${characters} different character${characters === 1 ? '' : 's'}`;
  const unit = repeatedUnit(text);
  if (unit !== undefined) return `repeats a text of ${unit} characters`;
  const steps = [...text.slice(1)].filter((_, at) => Math.abs(text.charCodeAt(at + 1) - text.charCodeAt(at)) <= 1);
  return steps.length > text.length / 2 ? 'is mostly characters in a row' : undefined;
}

/** Length of the unit that the text repeats at least twice; undefined for other texts. */
function repeatedUnit(text: string): number | undefined {
  for (let length = 1; length <= text.length / 2; length++) if (text.startsWith(text.slice(length))) return length;
  return undefined;
}
