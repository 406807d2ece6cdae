import { expect } from 'chai';
import type { ReadConfigOptions } from '../../src/config/read-config.ts';
import { brief, temporaryConfig, withLines } from './temporary-config.ts';

const shop = `shop: { url: "\${SHOP_URL:-}" }
database: { url: "\${DATABASE_URL:-embedded}" }
auth:
  bearer: { jwt: { secret: "\${STOA_JWT_SECRET:-generated}" } }
  session: { secret: "\${STOA_SESSION_SECRET:-generated}" }
`;
const complete = {
  NODE_ENV: 'production',
  SHOP_URL: 'https://shop.example.com',
  DATABASE_URL: 'postgresql://db/shop',
  STOA_JWT_SECRET: 'vQ0iQ8u2mXo8m4oWkC7aYb3n5Pz1rT6sLd9eFgHjKlM',
  STOA_SESSION_SECRET: 'Zy7xW2vU9tS4rQ1pO6nM3lK8jI5hG0fEdCbAaBcDeFg',
};

async function findingsOf(
  text: string,
  environment: Record<string, string>,
  options: Omit<ReadConfigOptions, 'environment'> = { purpose: 'start' },
) {
  await using config = await temporaryConfig(text);
  return (await config.read(environment, options)).findings;
}

describe('a start with NODE_ENV=production', () => {
  it('takes a shop that has everything', async () => {
    expect(await findingsOf(withLines(shop), complete)).to.deep.equal([]);
  });

  for (const [missing, place, setting] of [
    ['DATABASE_URL', '2:18', 'embedded-database'],
    ['STOA_JWT_SECRET', '4:28', 'generated-secrets'],
    ['STOA_SESSION_SECRET', '5:22', 'generated-secrets'],
  ] as const) {
    const { [missing]: _, ...rest } = complete;
    it(`is refused without ${missing}, and the finding says how to allow it`, async () => {
      const findings = await findingsOf(withLines(shop), rest);
      expect(brief(findings)).to.deep.equal([`${place} CONFIG_NOT_FOR_PRODUCTION`]);
      expect(findings[0]).to.include({ severity: 'error' });
      expect(findings[0]?.fix).to.include(missing).and.include(`allowInProduction: [${setting}]`);
    });
    it(`takes it when gateway.yaml allows it: ${missing}`, async () => {
      const allowed = `${shop}system: { extensions: [], allowInProduction: [${setting}] }`;
      expect(await findingsOf(allowed, rest)).to.deep.equal([]);
    });
    it(`is refused with an empty ${missing}`, async () => {
      const findings = await findingsOf(withLines(shop), { ...rest, [missing]: '' });
      expect(brief(findings)).to.deep.equal([`${place} CONFIG_VARIABLE_EMPTY`]);
      expect(findings[0]?.what).to.include(missing);
      expect(findings[0]?.fix).to.include('allowInProduction: [empty-variables]');
    });
  }

  it('is refused for what gateway.yaml leaves to the defaults', async () => {
    const findings = await findingsOf(withLines(''), { NODE_ENV: 'production' });
    expect(findings.map(({ code }) => code)).to.deep.equal(Array(4).fill('CONFIG_NOT_FOR_PRODUCTION'));
    const jwt = await findingsOf(withLines('auth: { bearer: { jwt: {} } }'), { NODE_ENV: 'production' });
    expect(jwt.map(({ what }) => what.slice(0, 24))).to.include('"auth.bearer.jwt.secret"');
  });

  for (const [given, environment] of [
    ['no address', {}],
    ['an empty address', { SHOP_URL: '' }],
  ] as const)
    it(`is refused with ${given} of the shop, which nothing allows`, async () => {
      const { SHOP_URL: _, ...rest } = complete;
      const allowed = 'allowInProduction: [embedded-database, generated-secrets, empty-variables]';
      const text = `${shop}system: { extensions: [], ${allowed} }`;
      for (const purpose of ['start', 'check'] as const) {
        const findings = await findingsOf(text, { ...rest, ...environment }, { purpose });
        expect(brief(findings)).to.deep.equal(['1:9 CONFIG_NOT_FOR_PRODUCTION']);
        expect(findings[0]).to.include({ severity: 'error' });
        expect(findings[0]?.what).to.include('"shop.url"');
      }
    });

  it('wants no secret of tokens where none is used', async () => {
    const jwks =
      'auth: { bearer: { jwt: { jwks: "https://keys.example.com/" } }, session: { secret: "${STOA_JWT_SECRET}" } }';
    expect(
      await findingsOf(
        withLines(`shop: { url: "\${SHOP_URL}" }\ndatabase: { url: "\${DATABASE_URL}" }\n${jwks}`),
        complete,
      ),
    ).to.deep.equal([]);
  });

  it('is refused with an empty password inside of an address, and takes a default that is empty', async () => {
    const lines = (password: string) =>
      shop.replace('"${DATABASE_URL:-embedded}"', `"postgresql://a:${password}@db/shop"`);
    const empty = { ...complete, PASSWORD: '' };
    expect(brief(await findingsOf(withLines(lines('${PASSWORD}')), empty))).to.deep.equal([
      '2:18 CONFIG_VARIABLE_EMPTY',
    ]);
    expect(await findingsOf(withLines(lines('${PASSWORD:-}')), empty)).to.deep.equal([]);
  });

  it('takes the demonstration when it is asked for', async () => {
    const options = { purpose: 'start', overrides: { demo: true } } as const;
    expect(await findingsOf(withLines(shop), { NODE_ENV: 'production', DATABASE_URL: '' }, options)).to.deep.equal([]);
  });
});

describe('without NODE_ENV=production', () => {
  it('a start takes the demonstration', async () => {
    for (const environment of [{}, { NODE_ENV: 'development' }, { NODE_ENV: 'production', STOA_NODE_ENV_ASSUMED: '1' }])
      expect(await findingsOf(withLines(shop), { ...environment, DATABASE_URL: '' })).to.deep.equal([]);
  });

  it('a check takes it, and refuses an empty variable', async () => {
    const options = { purpose: 'check' } as const;
    expect(await findingsOf(withLines(shop), {}, options)).to.deep.equal([]);
    const findings = await findingsOf(withLines(shop), { DATABASE_URL: '' }, options);
    expect(brief(findings)).to.deep.equal(['2:18 CONFIG_VARIABLE_EMPTY']);
    const allowed = `${shop}system: { extensions: [], allowInProduction: [empty-variables] }`;
    expect(await findingsOf(allowed, { DATABASE_URL: '' }, options)).to.deep.equal([]);
  });

  it('a command that only looks takes anything', async () => {
    expect(await findingsOf(withLines(shop), { NODE_ENV: 'production', DATABASE_URL: '' }, {})).to.deep.equal([]);
  });
});
