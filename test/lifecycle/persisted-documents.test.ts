import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import { connect, parseDatabaseUrl } from '../../src/postgres/connection/connect.ts';
import { openFailingServer } from '../support/failing-server.ts';
import { runStoa } from '../support/run-stoa.ts';
import { createDatabase } from '../support/shared-server.ts';
import { startGateway, type TestGateway } from '../support/start-gateway.ts';
import { fixtureProject } from '../support/test-project.ts';

/** A project with two persisted documents beside its gateway.yaml. */
async function projectWith(documents: Readonly<Record<string, string>>): Promise<string> {
  const file = await fixtureProject('persisted-shop');
  await mkdir(join(dirname(file), 'documents'), { recursive: true });
  for (const [name, text] of Object.entries(documents)) await writeFile(join(dirname(file), 'documents', name), text);
  return file;
}

describe('a shop with persisted documents only', () => {
  it('serves those, and no others', async () => {
    await using shop = await startGateway({ fixture: 'persisted-shop' });
    const named = await fetch(`${shop.url}/graphql?documentId=Things`);
    expect(await named.json()).to.deep.equal({ data: { __typename: 'Query', things: [{ name: 'a thing' }] } });
    const { errors = [] } = await shop.graphql('{ __typename }');
    expect(errors.map(({ extensions }) => extensions?.code)).to.deep.equal(['PERSISTED_DOCUMENT_REQUIRED']);
  });

  it('does not pass stoa check with one that does not fit the schema: with its file and line', async () => {
    const file = await projectWith({ 'Broken.graphql': 'query Broken {\n  things {\n    prize\n  }\n}\n' });
    const { stdout, code } = await runStoa(['check', '--json'], { file });
    expect(code).to.equal(1);
    const [finding] = JSON.parse(stdout).findings;
    expect(finding).to.deep.include({ code: 'PERSISTED_DOCUMENT_INVALID', line: 3, column: 5 });
    expect(finding.file).to.match(/documents\/Broken\.graphql$/);
  });
});

const query = '{ things { name } }';
const persistedQuery = { version: 1, sha256Hash: createHash('sha256').update(query).digest('hex') };
const extensions = { persistedQuery };
const config = (text: string): string => text.replace(/persisted: .*\}/, 'apq: { enabled: true } }');

async function send({ url }: TestGateway, body: object): Promise<string> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${url}/graphql`, { method: 'POST', headers, body: JSON.stringify(body) });
  return await response.text();
}

describe('automatic persisted queries of two processes with one database', () => {
  it('are registered at one, and known to the other', async () => {
    const { url: databaseUrl, drop } = await createDatabase();
    const admin = await connect(parseDatabaseUrl(databaseUrl));
    try {
      const options = { fixture: 'persisted-shop', config, databaseUrl, empty: true };
      await using one = await startGateway(options);
      await using other = await startGateway(options);
      const answer = await send(one, { query, extensions });
      expect(answer).to.equal('{"data":{"things":[{"name":"a thing"}]}}');
      while ((await admin.query('select from stoa.query_texts')).rows.length === 0);
      expect(await send(other, { extensions })).to.equal(answer);
    } finally {
      await admin.end();
      await drop();
    }
  });
});

describe('automatic persisted queries of a shop whose database is away', () => {
  it('are unknown unless this process has them', async () => {
    await using server = await openFailingServer();
    await using shop = await startGateway({ fixture: 'persisted-shop', config, databaseUrl: server.url, empty: true });
    const end = await server.begin('away');
    try {
      expect(await send(shop, { extensions })).to.include('PERSISTED_QUERY_NOT_FOUND');
      const answer = await send(shop, { query, extensions });
      expect(answer).to.include('a thing');
      expect(await send(shop, { extensions })).to.equal(answer);
    } finally {
      await end();
    }
  });
});
