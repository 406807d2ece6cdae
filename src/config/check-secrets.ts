import type { Finding } from '#base';
import { type ConfigView, findingAt, warningAt } from './config-view.ts';

interface SigningKey {
  readonly pointer: string;
  readonly name: string;
  /** What a forger could make with them. */
  readonly forged: 'tokens' | 'sessions' | 'calls';
}

const ownKeys: readonly SigningKey[] = [
  { pointer: '/auth/bearer/jwt/secret', name: 'auth.bearer.jwt.secret', forged: 'tokens' },
  { pointer: '/auth/session/secret', name: 'auth.session.secret', forged: 'sessions' },
];

function signingKeys(view: ConfigView): readonly SigningKey[] {
  const placements = view.keysAt('/system/extensions').flatMap((index): readonly SigningKey[] => {
    const placement = `/system/extensions/${index}/placement`;
    return [
      { pointer: `${placement}/secret`, name: 'placement.secret', forged: 'calls' },
      { pointer: `${placement}/accept/hive/secret`, name: 'placement.accept.hive.secret', forged: 'calls' },
    ];
  });
  const accepted = {
    pointer: '/graphql/accept/hive/secret',
    name: 'graphql.accept.hive.secret',
    forged: 'calls',
  } as const;
  return [...ownKeys, accepted, ...placements];
}

/** Minimum key length for HMAC-SHA-256: that of its hash (RFC 2104, section 3; for HS256 RFC 7518, section 3.2). */
const secretBytes = 32;

const randomSecret = 'a secret such as "openssl rand -base64 32" prints';

interface Secret {
  readonly key: SigningKey;
  readonly pointer: string;
  readonly text: string;
}

/** Pointers of the secrets with the value `generated`, which the gateway keeps in .stoa/. */
export function generatedSecretPointers(view: ConfigView): readonly string[] {
  return ownKeys.flatMap((key) => {
    const pointers = secretsAt(view, key).flatMap(({ text, pointer }) => (text === 'generated' ? [pointer] : []));
    // A JWT object without secret and JWKS has a generated secret.
    const parent = key.pointer.replace(/\/secret$/, '');
    const keys = view.keysAt(parent);
    const isEmpty = view.isWritten(parent) && !keys.includes('secret') && !keys.includes('jwks');
    const isImplied = key.name === 'auth.bearer.jwt.secret' && isEmpty;
    return isImplied ? [parent] : pointers;
  });
}

/** Reports secrets that are too short. Quotes none of them. */
export function checkSecrets(view: ConfigView): readonly Finding[] {
  return signingKeys(view)
    .flatMap((key) => secretsAt(view, key))
    .flatMap((secret) => checkLength(view, secret));
}

/** Warns of secrets that could be guessed, and of repeated ones. Quotes none of them. */
export function weakSecrets(view: ConfigView): readonly Finding[] {
  const secrets = signingKeys(view).flatMap((key) => secretsAt(view, key));
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

function checkLength(view: ConfigView, { key, pointer, text }: Secret): readonly Finding[] {
  const isOwn = key.forged !== 'calls';
  if (Buffer.byteLength(text) >= secretBytes || (isOwn && text === 'generated')) return [];
  const what = `"${key.name}" is shorter than ${secretBytes} bytes, so ${key.forged} could be forged`;
  const fix = isOwn ? `Write generated, or ${randomSecret}.` : `Write ${randomSecret}, the same on both sides.`;
  return [findingAt(view, pointer, { code: 'CONFIG_INVALID', what, fix })];
}

function checkStrength(view: ConfigView, { key, pointer, text }: Secret): readonly Finding[] {
  const weakness = Buffer.byteLength(text) < secretBytes ? undefined : weaknessOf(text);
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
    // Each key with the value `generated` gets a secret of its own. Several extensions may share one of the gateway.
    // Hive Gateway has one for all.
    if (first === undefined || (first.key !== key && (text === 'generated' || useOf(first.key) === useOf(key))))
      return [];
    const related = [view.placeOf(first.pointer, 'value')];
    if (first.key === key) {
      const what = `a secret of "${key.name}" is in the list twice, so it is not rotated`;
      return [warningAt(view, pointer, { code: 'CONFIG_DUPLICATE', what, fix: 'Remove one of them.', related })];
    }
    const what = `"${key.name}" is the secret of "${first.key.name}" too: if one leaks, both ${first.key.forged} and ${key.forged} can be forged`;
    return [warningAt(view, pointer, { code: 'CONFIG_INSECURE', what, fix: `Use ${randomSecret} for each.`, related })];
  });
}

function useOf({ name }: SigningKey): string {
  return name.replace(/^.*(?=accept\.hive\.)/, '');
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
