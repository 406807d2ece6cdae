import { type Document, isMap, isScalar, isSeq, LineCounter, parseDocument } from 'yaml';
import type { Finding } from '#base';
import { isSecretName } from './secret-names.ts';

interface SecretKey {
  readonly name: string;
  readonly path: readonly (string | number)[];
  /** The variable that the template has for it. */
  readonly variable: string;
}

const fixedKeys: readonly SecretKey[] = [
  { name: 'auth.bearer.jwt.secret', path: ['auth', 'bearer', 'jwt', 'secret'], variable: 'STOA_JWT_SECRET' },
  { name: 'auth.session.secret', path: ['auth', 'session', 'secret'], variable: 'STOA_SESSION_SECRET' },
  { name: 'database.url', path: ['database', 'url'], variable: 'DATABASE_URL' },
  { name: 'database.directUrl', path: ['database', 'directUrl'], variable: 'DATABASE_DIRECT_URL' },
  { name: 'mail.url', path: ['mail', 'url'], variable: 'SMTP_URL' },
];

/** Reports secrets that are written in the file, also as the default of a variable. Hashes of tokens are no secrets. */
export function literalSecrets({ file, source }: Readonly<Record<'file' | 'source', string>>): readonly Finding[] {
  const lines = new LineCounter();
  const document = parseDocument(source, { lineCounter: lines, logLevel: 'silent' });
  return [...fixedKeys, ...extensionKeys(document)].flatMap(({ name, path, variable }): readonly Finding[] => {
    const node: unknown = document.getIn(path, true);
    return (isSeq(node) ? node.items : [node]).flatMap((each): readonly Finding[] => {
      if (!isScalar(each) || typeof each.value !== 'string') return [];
      const problem = /^(?:database|mail)\./.test(name) ? passwordIn(each.value) : secretIn(each.value);
      if (problem === undefined) return [];
      const { line, col } = lines.linePos(each.range?.[0] ?? 0);
      const what = `"${name}" has ${problem} in plain text`;
      const fix = `Write "\${${variable}}", set the variable where the gateway runs, and use a new one: this one is known.`;
      return [{ code: 'LINT_PLAIN_SECRET', severity: 'warning', where: { file, line, column: col }, what, fix }];
    });
  });
}

function extensionKeys(document: Document): readonly SecretKey[] {
  const list: unknown = document.getIn(['system', 'extensions'], true);
  const count = isSeq(list) ? list.items.length : 0;
  return Array.from({ length: count }, (_, index): readonly SecretKey[] => {
    const entry = ['system', 'extensions', index] as const;
    const path = [...entry, 'placement'] as const;
    const settings: unknown = document.getIn([...entry, 'settings'], true);
    const names = isMap(settings) ? settings.items.map(({ key }) => String(key)) : [];
    const extension = String(document.getIn([...entry, 'name']))
      .toUpperCase()
      .replaceAll('-', '_');
    return [
      { name: 'placement.secret', path: [...path, 'secret'], variable: `${extension}_SECRET` },
      { name: 'placement.accept.hive.secret', path: [...path, 'accept', 'hive', 'secret'], variable: 'HIVE_SECRET' },
      ...names.filter(isSecretName).map((name) => {
        const variable = `${extension}_${name.replaceAll(/\W|(?<=[a-z])(?=[A-Z])/g, '_').toUpperCase()}`;
        return { name: `settings.${name}`, path: [...entry, 'settings', name], variable };
      }),
    ];
  }).flat();
}

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
