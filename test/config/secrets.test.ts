import { execFileSync } from 'node:child_process';
import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { issueToken } from '#auth';
import { describeConfig, literalSecrets, secretRanges } from '#config';
import { brief, temporaryConfig, withLines } from './temporary-config.ts';

const one = 'vQ0iQ8u2mXo8m4oWkC7aYb3n5Pz1rT6sLd9eFgHjKlM';
const other = 'Zy7xW2vU9tS4rQ1pO6nM3lK8jI5hG0fEdCbAaBcDeFg';
const production = { NODE_ENV: 'production' };
const database = 'database: { url: "postgresql://db/shop" }';
const both = (jwt: string, session: string): string =>
  withLines(`auth: { bearer: { jwt: { secret: ${jwt} } }, session: { secret: ${session} } }`);

describe('a secret in gateway.yaml', () => {
  for (const [what, secret, message] of [
    ['has one character', 'a'.repeat(40), /has only 1 different character,/],
    ['has few characters', 'abcabcbaacbabcabcabcbbacbacbabcabcbabc', /has only 3 different characters/],
    ['repeats a word', 'change-me-change-me-change-me-change-me', /repeats a text of 10 characters/],
    ['repeats a text and a part of it', '0a9b8c7d6e5f4g3h0a9b8c7d6e5f4g3h0a9b', /repeats a text of 16 characters/],
    ['counts', 'abcdefghijklmnopqrstuvwxyz0123456789', /characters in a row/],
  ] as const)
    it(`is a warning when it ${what}, and is not quoted`, async () => {
      await using config = await temporaryConfig(both(secret, other));
      const { config: result, findings } = await config.read();
      expect(findings).to.have.length(1);
      expect(findings[0]).to.include({ code: 'CONFIG_INSECURE', severity: 'warning' });
      expect(findings[0]?.what).to.match(message).and.not.include(secret);
      expect(result?.auth.bearer.jwt?.key).to.deep.equal({ kind: 'secret', secret });
    });

  for (const secret of [one, 'f3a1c09be77d42568a0be1c6d2945f8730c4e6ab19d8f752', '83650179284650172839465018273645'])
    it(`is fine when it is random: ${secret}`, async () => {
      await using config = await temporaryConfig(both(`"${secret}"`, other));
      expect((await config.read()).findings).to.deep.equal([]);
    });

  it('is a warning when it is that of tokens and of sessions, with both places', async () => {
    await using config = await temporaryConfig(both('"${A}"', '"${B}"'));
    const { config: result, findings } = await config.read({ A: one, B: one });
    expect(findings).to.have.length(1);
    expect(findings[0]).to.include({ code: 'CONFIG_INSECURE', severity: 'warning' });
    expect(findings[0]?.what).to.match(/the secret of "auth.bearer.jwt.secret" too/);
    expect(findings[0]?.related).to.have.length(1);
    expect(result).to.not.equal(undefined);
  });

  for (const purpose of ['start', 'check'] as const)
    it(`is an error of a ${purpose} in production when it could be guessed, or is that of sessions too`, async () => {
      const severities = async (text: string, options: object = {}) => {
        await using config = await temporaryConfig(`shop: { url: https://shop.example }\n${database}\n${text}`);
        const { findings } = await config.read(production, { purpose, ...options });
        return findings.map(({ code, severity }) => `${severity} ${code}`);
      };
      expect(await severities(both(one, other))).to.deep.equal([]);
      expect(await severities(both('a'.repeat(36), other))).to.deep.equal(['error CONFIG_INSECURE']);
      expect(await severities(both(one, one))).to.deep.equal(['error CONFIG_INSECURE']);
      expect(await severities(both(`[${one}, ${one}]`, other))).to.deep.equal(['error CONFIG_DUPLICATE']);
      const options = { overrides: { demo: true } };
      expect(await severities(both('a'.repeat(36), other), options)).to.deep.equal(['warning CONFIG_INSECURE']);
    });

  it('is no warning when both are generated', async () => {
    await using config = await temporaryConfig(both('generated', 'generated'));
    expect((await config.read()).findings).to.deep.equal([]);
  });
});

describe('a list of secrets', () => {
  it('gives the first to sign and the others to verify', async () => {
    await using config = await temporaryConfig(both(`["\${NEW}", "\${OLD}"]`, `["\${OLD2}", generated]`));
    const { config: result, findings } = await config.read({ NEW: one, OLD: other, OLD2: [...one].reverse().join('') });
    expect(findings).to.deep.equal([]);
    expect(result?.auth.bearer.jwt?.key).to.deep.equal({ kind: 'secret', secret: one, olderSecrets: [other] });
    expect(result?.auth.session.olderSecrets?.[0]).to.match(/^[\w-]{43}$/);
  });

  it('may leave out an older one by an empty default, and only an older one', async () => {
    await using config = await temporaryConfig(both(`["\${NEW}", "\${OLD:-}"]`, 'generated'));
    const { config: result, findings } = await config.read({ NEW: one });
    expect(findings).to.deep.equal([]);
    expect(result?.auth.bearer.jwt?.key).to.deep.equal({ kind: 'secret', secret: one });
    await config.write(both(`["\${OLD:-}", "\${NEW}"]`, 'generated'));
    expect(brief((await config.read({ NEW: one })).findings)).to.deep.equal(['1:35 CONFIG_INVALID']);
  });

  it('is refused when it is empty, or when one of it is short', async () => {
    await using config = await temporaryConfig(both('[]', 'generated'));
    expect(brief((await config.read()).findings)).to.deep.equal(['1:34 CONFIG_INVALID']);
    await config.write(both(`[${one}, short]`, 'generated'));
    const [finding] = (await config.read()).findings;
    expect(finding).to.include({ code: 'CONFIG_INVALID', severity: 'error' });
    expect(finding?.what).to.match(/shorter than 32 bytes/);
  });

  it('is a warning when one stands in it twice', async () => {
    await using config = await temporaryConfig(both(`[${one}, ${one}]`, 'generated'));
    const [finding] = (await config.read()).findings;
    expect(finding).to.include({ code: 'CONFIG_DUPLICATE', severity: 'warning' });
  });

  it('is never printed: in the description, in code frames, by check', async () => {
    await using config = await temporaryConfig(both(`[${one}, "\${OLD}"]`, `["\${A:-generated}"]`));
    const { config: result } = await config.read({ OLD: other });
    if (result === undefined) throw new Error('no config');
    expect(JSON.stringify(describeConfig(result)))
      .to.include('"secret":["***","***"]')
      .and.not.include(other);
    const shown = secretRanges(result.source).map(({ start, end }) => result.source.slice(start, end));
    expect(shown).to.deep.equal([`[${one}, "\${OLD}"]`]);
    const lints = literalSecrets(result).map(({ code, where }) => `${where.line}:${where.column} ${code}`);
    expect(lints).to.deep.equal(['1:35 LINT_PLAIN_SECRET']);
  });

  it('is never printed of a placement, and is found where it is written', async () => {
    const placement = `{ url: "http://notes:4001", secret: [${one}, "\${OLD}"], accept: { hive: { secret: "\${OLD}" } } }`;
    await using config = await temporaryConfig(
      `version: 1\nsystem:\n  extensions:\n    - { name: notes, resolve: ./notes, placement: ${placement} }\n`,
    );
    const { config: result } = await config.read({ OLD: other });
    if (result === undefined) throw new Error('no config');
    expect(JSON.stringify(describeConfig(result)))
      .to.not.include(other)
      .and.not.include(one);
    const lints = literalSecrets(result).map(({ what, fix }) => `${what} ${fix}`);
    expect(lints).to.have.lengthOf(1);
    expect(lints[0]).to.include('"placement.secret"').and.include('NOTES_SECRET');
  });

  it('is found in each address', () => {
    const source =
      `mail: { url: "smtps://shop:${one}@smtp.example.com" }\n` +
      `database: { url: "\${URL}", directUrl: "postgresql://shop:${one}@db/shop" }\n` +
      `system: { extensions: [{ name: chat, settings: { secretUrl: "https://hooks.example.com/${other}" } }] }\n`;
    expect(literalSecrets({ file: '/shop/gateway.yaml', source }).map(({ what }) => what)).to.deep.equal([
      '"database.directUrl" has a password in plain text',
      '"mail.url" has a password in plain text',
      '"settings.secretUrl" has a secret in plain text',
    ]);
  });

  it('is never printed of a setting with such a name, and is found where it is written', async () => {
    const settings = `{ apiKey: ${one}, pins: { token: 1234 }, size: 3, places: [{ password: ${other} }], key: "\${KEY}" }`;
    await using config = await temporaryConfig(
      `version: 1\nsystem:\n  extensions:\n    - { name: notes, resolve: ./notes, settings: ${settings} }\n`,
    );
    const { config: result } = await config.read({ KEY: 'k' });
    if (result === undefined) throw new Error('no config');
    expect(describeConfig(result)).to.have.deep.nested.property('system.extensions[0].settings', {
      ...{ apiKey: '***', pins: { token: '***' }, size: 3 },
      ...{ places: [{ password: '***' }], key: '***' },
    });
    const shown = secretRanges(result.source).map(({ start, end }) => result.source.slice(start, end));
    expect(shown).to.deep.equal([one, '1234', other]);
    const lints = literalSecrets(result).map(({ what, fix }) => `${what} ${fix}`);
    expect(lints).to.have.lengthOf(1);
    expect(lints[0]).to.include('"settings.apiKey"').and.include('NOTES_API_KEY');
  });

  it('signs tokens with the first', async () => {
    await using config = await temporaryConfig(both(`[${one}, ${other}]`, 'generated'));
    await using first = await temporaryConfig(both(one, 'generated'));
    const clock = () => new Date(1_800_000_000_000);
    const [listed, alone] = await Promise.all(
      [config, first].map(async (file) => {
        const { config: result } = await file.read();
        return result && issueToken(result, { subject: 'ann', permissions: [] }, clock);
      }),
    );
    expect(listed).to.be.a('string').and.equal(alone);
  });
});

describe('a secret of a placement', () => {
  const third = 'c1Xb8Nq5Rt2Lw9Ej4Ku7Hy0Gs3Dm6Fv-Pz_AoIiUeYT';
  const auth = `auth: { bearer: { jwt: { secret: ${third} } }, session: { secret: ${other} } }`;
  const placed = (...placements: readonly string[]): string => {
    const entries = placements.map(
      (placement, at) => `\n    - { name: e${at}, resolve: ./e, placement: ${placement} }`,
    );
    return `shop: { url: https://shop.example }\n${database}\n${auth}\nsystem:\n  extensions:${entries.join('')}\n`;
  };
  const url = 'url: "http://e:4001"';
  for (const [what, text, expected] of [
    ['is random', placed(`{ ${url}, secret: ${one} }`), []],
    ['is that of several placements', placed(`{ ${url}, secret: ${one} }`, `{ ${url}, secret: ${one} }`), []],
    ['has one character', placed(`{ ${url}, secret: ${'a'.repeat(36)} }`), ['CONFIG_INSECURE']],
    ['signs sessions too', placed(`{ ${url}, secret: ${other} }`), ['CONFIG_INSECURE']],
    [
      'signs calls of other clients too',
      placed(`{ ${url}, secret: ${one}, accept: { hive: { secret: ${one} } } }`),
      ['CONFIG_INSECURE'],
    ],
    [
      'is of Hive Gateway, for an extension and for the gateway',
      `graphql: { accept: { hive: { secret: ${one} } } }\n${placed(`{ ${url}, secret: ${third}x, accept: { hive: { secret: ${one} } } }`)}`,
      [],
    ],
    [
      'signs requests of another engine at the gateway too',
      `graphql: { accept: { hive: { secret: ${one} } } }\n${placed(`{ ${url}, secret: ${one} }`)}`,
      ['CONFIG_INSECURE'],
    ],
    ['is in the list twice', placed(`{ ${url}, secret: [${one}, ${one}] }`), ['CONFIG_DUPLICATE']],
  ] as const)
    it(`${expected.length === 0 ? 'is fine' : 'is an error in production, and else a warning,'} when it ${what}`, async () => {
      await using config = await temporaryConfig(text);
      for (const [environment, severity] of [
        [production, 'error'],
        [{}, 'warning'],
      ] as const) {
        const { findings } = await config.read(environment, { purpose: 'start' });
        expect(findings.map(({ code }) => code)).to.deep.equal(expected);
        for (const finding of findings) expect(finding).to.include({ severity });
      }
    });
});

describe('a ${file:...} in gateway.yaml', () => {
  it('is the text of the file without one line end, by absolute or relative path or link', async () => {
    await using config = await temporaryConfig('');
    await mkdir(join(config.folder, 'run'));
    await writeFile(join(config.folder, 'run', 'jwt'), `${one}\n`);
    await symlink(join(config.folder, 'run', 'jwt'), join(config.folder, 'link'));
    for (const path of ['run/jwt', './run/jwt', join(config.folder, 'run', 'jwt'), 'link']) {
      await config.write(both(`"\${file:${path}}"`, 'generated'));
      const { config: result, findings } = await config.read();
      expect(findings, path).to.deep.equal([]);
      expect(result?.auth.bearer.jwt?.key).to.include({ secret: one });
    }
  });

  it('is a part of a value, and secret', async () => {
    await using config = await temporaryConfig(
      withLines('database: { url: "postgresql://shop:${file:password}@db/shop" }\nserver: { port: "${file:port}" }'),
    );
    await writeFile(join(config.folder, 'password'), 'p%40ss\r\n');
    await writeFile(join(config.folder, 'port'), '4000');
    const { config: result } = await config.read();
    expect(result?.database.url).to.equal('postgresql://shop:p%40ss@db/shop');
    expect(result?.server.port).to.equal(4000);
    expect(result?.fromEnvironment).to.deep.equal(['/database/url', '/server/port']);
    await writeFile(join(config.folder, 'port'), 'hunter2');
    const [finding] = (await config.read()).findings;
    expect(finding?.what).to.include('${file:port}').and.not.include('hunter2');
  });

  const unusable = {
    'is missing': [async () => undefined, /there is no file .*secret/],
    'is empty': [(file: string) => writeFile(file, ''), /is empty/],
    'is an empty line': [(file: string) => writeFile(file, '\n'), /is empty/],
    'is a folder': [(file: string) => mkdir(file), /is a folder, not a file/],
    'is a named pipe': [(file: string) => execFileSync('mkfifo', [file]), /is a named pipe, not a file/],
    'is binary': [(file: string) => writeFile(file, Buffer.from([0xff, 0xfe, 0])), /is not UTF-8/],
    'is for others to read': [
      async (file: string) => {
        await writeFile(file, one);
        await chmod(file, 0o000);
      },
      /may not read the file/,
    ],
  } as const;
  for (const [what, [make, message]] of Object.entries(unusable))
    it(`is a finding with its place when the file ${what}`, async () => {
      await using config = await temporaryConfig(both('"${file:secret}"', 'generated'));
      await chmod(config.folder, 0o755);
      await make(join(config.folder, 'secret'));
      using _ = asOrdinaryUser(what);
      const { config: result, findings } = await config.read();
      expect(result).to.equal(undefined);
      expect(brief(findings)).to.deep.equal(['1:35 CONFIG_FILE_UNUSABLE']);
      expect(findings[0]?.what).to.match(message);
    });

  it('takes no variable in its path, and no default', async () => {
    await using config = await temporaryConfig(both('"${file:${DIR}/jwt}"', 'generated'));
    expect((await config.read({ DIR: '/run' })).findings[0]).to.include({ code: 'CONFIG_VARIABLE_SYNTAX' });
  });

  it('leaves a variable of that name alone', async () => {
    await using config = await temporaryConfig(withLines('server: { port: "${file:-4000}" }'));
    expect((await config.read()).config?.server).to.include({ port: 4000 });
    expect((await config.read({ file: '5000' })).config?.server).to.include({ port: 5000 });
  });
});

// root may read everything, so a test of rights gives its own up for a moment.
function asOrdinaryUser(what: string): Disposable {
  const root = process.geteuid?.() === 0 && what.includes('others');
  if (root) process.seteuid?.(65534);
  return { [Symbol.dispose]: () => (root ? process.seteuid?.(0) : undefined) };
}
