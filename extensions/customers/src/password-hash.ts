import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { StoaError } from 'stoa';
import { Limited } from './limited.ts';

interface Parameters {
  readonly cost: number;
  readonly blockSize: number;
  readonly parallelization: number;
}

interface PasswordHash extends Parameters {
  readonly salt: Buffer;
  readonly hash: Buffer;
}

// The second choice of OWASP: as hard to attack as 128 MB at once, in 16 MB.
const current: Parameters = { cost: 2 ** 14, blockSize: 8, parallelization: 5 };
const hashBytes = 32;

// Each hash keeps a core busy. A flood of attempts must not block the shop.
const work = new Limited({
  running: 2,
  waiting: 20,
  refuse: () => new StoaError('UNAVAILABLE', { text: 'signIn.busy' }, { headers: { 'retry-after': '5' } }),
});

/** The text to store for a password: parameters, salt and hash. Throws a 503 when too many hashes are queued. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  return format({ ...current, salt, hash: await derive(password, { ...current, salt }) });
}

/**
 * Whether the hash belongs to the password. Without a hash it takes as long and returns false, so that the duration
 * does not reveal whether an account exists.
 */
export async function isPassword(password: string, stored: string | undefined): Promise<boolean> {
  const expected = stored === undefined ? noAccount : parse(stored);
  const matches = timingSafeEqual(await derive(password, expected), expected.hash);
  return matches && stored !== undefined;
}

/** The hash of an address without an account: no password has it. */
const noAccount: PasswordHash = { ...current, salt: Buffer.alloc(16), hash: Buffer.alloc(hashBytes) };

function derive(password: string, { salt, ...parameters }: Parameters & { readonly salt: Buffer }): Promise<Buffer> {
  const { cost, blockSize, parallelization } = parameters;
  const options = { cost, blockSize, parallelization, maxmem: 256 * cost * blockSize };
  // Keyboards differ: é may be one character, or an e with an accent.
  const text = password.normalize('NFC');
  return work.run(
    () =>
      new Promise((resolve, reject) => {
        scrypt(text, salt, hashBytes, options, (error, key) => (error === null ? resolve(key) : reject(error)));
      }),
  );
}

function format({ cost, blockSize, parallelization, salt, hash }: PasswordHash): string {
  const encoded = [salt, hash].map((bytes) => bytes.toString('base64url'));
  return ['scrypt', cost, blockSize, parallelization, ...encoded].join(':');
}

const stored = /^scrypt:(\d+):(\d+):(\d+):([\w-]+):([\w-]{43})$/;

function parse(text: string): PasswordHash {
  const [, cost, blockSize, parallelization, salt = '', hash = ''] = stored.exec(text) ?? [];
  if (cost === undefined) throw new Error('a stored password hash is not of a known form');
  return {
    cost: Number(cost),
    blockSize: Number(blockSize),
    parallelization: Number(parallelization),
    salt: Buffer.from(salt, 'base64url'),
    hash: Buffer.from(hash, 'base64url'),
  };
}
