import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import { decodeJwt, jwtVerify } from 'jose';
import { runStoa, startStoa } from '../support/run-stoa.ts';
import { createDatabase } from '../support/shared-server.ts';
import { fixtureProject } from '../support/test-project.ts';

const before = {
  jwt: 'q2Wn6Yb0Xs4Uc8Ek1Oz5Gi9Ml3Vt7Ra-Hd_JfPeQyKbN',
  session: 'L8dR2gT6jW0mZ4pC9sF3vH7xK1aN5eQ-bU_oIyEiYwPq',
};
const old = {
  jwt: 'vQ0iQ8u2mXo8m4oWkC7aYb3n5Pz1rT6sLd9eFgHjKlM',
  session: 'Zy7xW2vU9tS4rQ1pO6nM3lK8jI5hG0fEdCbAaBcDeFg',
};
const next = {
  jwt: 'c1Xb8Nq5Rt2Lw9Ej4Ku7Hy0Gs3Dm6Fv-Pz_AoIiUeYT',
  session: 'T9mK2xQ7vB4nZ1rL8cJ5pW0hS3gD6fYaUeIoEiAyRtN',
};

describe('secrets from files', () => {
  it('rotate with a reload: every session and token stays valid, and the new ones sign', async () => {
    const file = await fixtureProject('members-shop');
    const folder = dirname(file);
    const text = await readFile(file, 'utf8');
    const auth = /auth:\n.*\n/;
    const lists = (jwt: string, session: string) =>
      text
        .replace(
          auth,
          `auth:\n  bearer: { jwt: { secret: ${jwt} } }\n  session: { secret: ${session}, signInPage: signIn }\n`,
        )
        .replace('version: 1', 'version: 1\nshop: { url: https://shop.example }')
        .replace('system:', 'system:\n  reload: { watch: false }');
    const of = (...names: readonly string[]) => `[${names.map((name) => `"\${file:${name}}"`).join(', ')}]`;
    const keep = (name: string, secret: string) => writeFile(join(folder, name), `${secret}\n`);
    await Promise.all([keep('jwt', old.jwt), keep('session', old.session)]);
    await Promise.all([keep('jwt-old', before.jwt), keep('session-old', before.session)]);
    await writeFile(file, lists(of('jwt', 'jwt-old'), of('session', 'session-old')));
    const { url, drop } = await createDatabase();
    const environment = { DATABASE_URL: url, NODE_ENV: 'production' };
    {
      await using stoa = startStoa(['start'], { file, environment });
      const address = await stoa.waitFor(/Stoa is open at (\S+)\s/);
      const issue = async () =>
        (
          await runStoa(['token', 'issue', '--subject', 'ann', '--permission', 'notes:write'], { file, environment })
        ).stdout.trim();
      const signIn = async () => {
        const response = await fetch(`${address}/sign-in`, {
          method: 'POST',
          headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
          body: 'name=ann&password=friend',
          redirect: 'manual',
        });
        return response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
      };
      const statusOf = async (headers: Readonly<Record<string, string>>) =>
        (await fetch(`${address}/mine`, { headers })).status;
      const reload = async (generation: number) => {
        stoa.child.kill('SIGHUP');
        await stoa.waitFor(new RegExp(`"generation":${generation},.*"gateway replaced"`), 'stderr');
      };
      const [cookie, token] = [await signIn(), await issue()];
      const authorization = `Bearer ${token}`;
      expect([await statusOf({ cookie }), await statusOf({ authorization })]).to.deep.equal([200, 200]);

      // The new secrets come first, and the old ones still verify.
      await Promise.all([keep('jwt', next.jwt), keep('session', next.session)]);
      await Promise.all([keep('jwt-old', old.jwt), keep('session-old', old.session)]);
      await reload(2);
      expect([await statusOf({ cookie }), await statusOf({ authorization })]).to.deep.equal([200, 200]);
      const [newCookie, newToken] = [await signIn(), await issue()];
      expect(decodeJwt(newToken).sub).to.equal('ann');
      await jwtVerify(newToken, new TextEncoder().encode(next.jwt));

      // Without the old ones, what the new ones signed is left.
      await Promise.all([keep('jwt-old', before.jwt), keep('session-old', before.session)]);
      await reload(3);
      const after = [newCookie, cookie].map((each) => statusOf({ cookie: each }));
      const tokens = [newToken, token].map((each) => statusOf({ authorization: `Bearer ${each}` }));
      expect(await Promise.all([...after, ...tokens])).to.deep.equal([200, 401, 200, 401]);

      // A file that is lost keeps the gateway as it is.
      await writeFile(join(folder, 'jwt'), '');
      stoa.child.kill('SIGHUP');
      await stoa.waitFor(/"code":"CONFIG_FILE_UNUSABLE"/, 'stderr');
      expect(await statusOf({ authorization: `Bearer ${newToken}` })).to.equal(200);
      for (const secret of [...Object.values(old), ...Object.values(next)])
        expect(stoa.stderr() + stoa.stdout()).to.not.include(secret);
    }
    await drop();
  });
});

describe('stoa start with NODE_ENV=production', () => {
  it('refuses a demonstration with every finding, and check does too', async () => {
    const file = await fixtureProject('members-shop');
    for (const word of ['start', 'check']) {
      const environment = { NODE_ENV: 'production' };
      const { code, stdout, stderr } = await runStoa([word], { file, environment, isRefused: true });
      expect(code).to.equal(1);
      expect((stdout + stderr).match(/error CONFIG_NOT_FOR_PRODUCTION/g), word).to.have.length(4);
      expect(stdout + stderr).to.include('allowInProduction: [embedded-database]');
    }
  });

  it('opens it with STOA_DEMO', async () => {
    const file = await fixtureProject('members-shop');
    const { url, drop } = await createDatabase();
    {
      const environment = { NODE_ENV: 'production', DATABASE_URL: url, STOA_DEMO: '1' };
      await using stoa = startStoa(['start'], { file, environment });
      await stoa.waitFor(/Stoa is open at/);
      expect(stoa.stderr()).to.not.include('not for production');
    }
    await drop();
  });
});

describe('stoa check', () => {
  it('refuses an empty DATABASE_URL in any environment', async () => {
    const file = await fixtureProject('members-shop');
    const { code, stdout } = await runStoa(['check'], { file, environment: { DATABASE_URL: '' } });
    expect([code, stdout.match(/error CONFIG_VARIABLE_EMPTY/g)?.length]).to.deep.equal([1, 1]);
  });

  it('does not hang at a named pipe in place of gateway.yaml', async () => {
    const project = await fixtureProject('members-shop');
    const file = join(dirname(project), 'pipe.yaml');
    execFileSync('mkfifo', [file]);
    for (const word of ['check', 'start']) {
      const { code, stdout, stderr } = await runStoa([word], { file, isRefused: true });
      expect([code, /this is a named pipe, not a file/.test(stdout + stderr)], word).to.deep.equal([1, true]);
    }
  });
});
