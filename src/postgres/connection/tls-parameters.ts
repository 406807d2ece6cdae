import { accessSync, constants, readFileSync, statSync } from 'node:fs';

/** Modes of libpq that the driver reads as libpq does when the address asks for it. `no-verify` is its own. */
const libpqModes = ['allow', 'prefer', 'require', 'verify-ca', 'verify-full'];
const modes = ['disable', ...libpqModes, 'no-verify'];

/**
 * The address with the TLS settings of libpq, which psql and pg_dump use: `require` encrypts, and verifies the
 * server's certificate only with `sslrootcert`. Alone, the driver verifies it in all modes. `allow` and `prefer`
 * encrypt too: the gateway does not fall back to plain text.
 *
 * See https://www.postgresql.org/docs/current/libpq-ssl.html, table 32.1, and `uselibpqcompat` of pg-connection-string.
 */
export function withLibpqModes(url: string): string {
  const parameters = URL.parse(url)?.searchParams;
  const mode = parameters?.get('sslmode') ?? '';
  // Of several equal parameters, the driver takes the last.
  if (parameters?.get('sslrootcert') === 'system') return `${url}&sslrootcert=&sslmode=verify-full`;
  if (!libpqModes.includes(mode) || parameters?.has('uselibpqcompat')) return url;
  return `${url}&uselibpqcompat=true${mode === 'allow' ? '&sslmode=prefer' : ''}`;
}

/** What makes the TLS parameters of an address unusable: an unknown mode, a missing or unreadable file. */
export function tlsProblem(url: string): { readonly what: string; readonly fix: string } | undefined {
  const parameters = URL.parse(url)?.searchParams;
  const mode = parameters?.get('sslmode') ?? undefined;
  if (mode !== undefined && !modes.includes(mode))
    return {
      what: 'its sslmode is none that PostgreSQL knows',
      fix: `Write one of ${libpqModes.join(', ')}, disable.`,
    };
  const root = parameters?.get('sslrootcert') ?? '';
  if (mode === 'verify-ca' && root === '')
    return {
      what: 'its sslmode is verify-ca, which needs the certificate of the authority',
      fix: 'Add sslrootcert=/path/to/ca.crt, or write sslmode=verify-full for an authority that this machine knows.',
    };
  for (const name of ['sslrootcert', 'sslcert', 'sslkey'] as const) {
    const file = parameters?.get(name) ?? '';
    const problem = file === '' || (name === 'sslrootcert' && file === 'system') ? undefined : fileProblem(file);
    if (problem !== undefined) return { what: `its ${name} is ${file}, ${problem}`, fix: fixes[name] };
  }
  return undefined;
}

const fixes = {
  sslrootcert: 'Put the certificate of the authority there as PEM, or correct the path in DATABASE_URL.',
  sslcert: 'Put the certificate of the client there as PEM, or correct the path in DATABASE_URL.',
  sslkey: 'Put the key of the client there as PEM, or correct the path in DATABASE_URL.',
} as const;

function fileProblem(file: string): string | undefined {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (stats === undefined) return 'and there is no such file';
  // A named pipe would hang.
  if (!stats.isFile()) return 'which is no file';
  try {
    accessSync(file, constants.R_OK);
  } catch {
    return 'and this process may not read the file';
  }
  return readFileSync(file, 'utf8').includes('-----BEGIN ') ? undefined : 'and the file is not in PEM form';
}
