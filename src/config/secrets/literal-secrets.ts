import { isScalar, isSeq, LineCounter, parseDocument } from 'yaml';
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
    return (isSeq(node) ? node.items : [node]).flatMap((each): readonly Finding[] => {
      if (!isScalar(each) || typeof each.value !== 'string') return [];
      const problem = key === 'database.url' ? passwordIn(each.value) : secretIn(each.value);
      if (problem === undefined) return [];
      const { line, col } = lines.linePos(each.range?.[0] ?? 0);
      const what = `"${key}" has ${problem} in plain text`;
      const fix = `Write "\${${variables[key]}}", set the variable where the gateway runs, and use a new one: this one is known.`;
      return [{ code: 'LINT_PLAIN_SECRET', severity: 'warning', where: { file, line, column: col }, what, fix }];
    });
  });
}

const variables = {
  'auth.bearer.jwt.secret': 'STOA_JWT_SECRET',
  'auth.session.secret': 'STOA_SESSION_SECRET',
  'database.url': 'DATABASE_URL',
} as const;

/** The default of a variable counts as written in the file. The value of a file does not. */
function written(text: string): string {
  return text.replaceAll(/\$\{file:(?![-?])[^}]*\}|\$\{\w+(?::-([^}]*))?(?::?\?[^}]*)?\}/g, '$1');
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
