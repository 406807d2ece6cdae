import { isScalar, LineCounter, parseDocument } from 'yaml';
import type { Finding } from '#base';

const keys = ['auth.bearer.jwt.secret', 'auth.session.secret', 'database.url'] as const;

/** Reports secrets that are written in the file, also as the default of a variable. Hashes of tokens are no secrets. */
export function literalSecrets({
  file,
  source,
}: {
  readonly file: string;
  readonly source: string;
}): readonly Finding[] {
  const lines = new LineCounter();
  const document = parseDocument(source, { lineCounter: lines, logLevel: 'silent' });
  return keys.flatMap((key): readonly Finding[] => {
    const node: unknown = document.getIn(key.split('.'), true);
    if (!isScalar(node) || typeof node.value !== 'string') return [];
    const problem = key === 'database.url' ? passwordIn(node.value) : secretIn(node.value);
    if (problem === undefined) return [];
    const { line, col } = lines.linePos(node.range?.[0] ?? 0);
    const variable =
      key === 'database.url' ? 'DATABASE_URL' : key.includes('jwt') ? 'STOA_JWT_SECRET' : 'STOA_SESSION_SECRET';
    const where = { file, line, column: col };
    const what = `"${key}" has ${problem} in plain text`;
    const fix = `Write "\${${variable}}", set the variable where the gateway runs, and use a new one: this one is known.`;
    return [{ code: 'LINT_PLAIN_SECRET', severity: 'warning', where, what, fix }];
  });
}

/** The default of a variable counts as written in the file. */
function written(text: string): string {
  return text.replaceAll(/\$\{\w+(?::-([^}]*))?(?::?\?[^}]*)?\}/g, '$1');
}

function secretIn(text: string): string | undefined {
  const plain = written(text);
  return plain === '' || plain === 'generated' ? undefined : 'a secret';
}

/** Whether the URL has a password that is no variable. */
export function passwordIn(text: string): string | undefined {
  const plain = written(text);
  const url = URL.parse(plain);
  const named = url?.searchParams.get('password') ?? '';
  return (url?.password ?? '') !== '' || named !== '' ? 'a password' : undefined;
}
