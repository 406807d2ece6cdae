import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import { StartupError } from '#base';
import { codes, get, post } from '../../support/graphql-client.ts';
import { type GraphqlServer, startGraphql } from '../../support/graphql-gateway.ts';
import { testGraphql } from '../../support/test-config.ts';

const hello = 'query ($name: String) { hello(name: $name) }\n';
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const byHash = (hash: string) => ({ extensions: { persistedQuery: { version: 1, sha256Hash: hash } } });

describe('persisted documents', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'stoa-persisted-'));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  let count = 0;
  async function write(files: Readonly<Record<string, string>>): Promise<string> {
    const root = join(folder, String(++count));
    for (const [name, text] of Object.entries(files)) {
      await mkdir(dirname(join(root, name)), { recursive: true });
      await writeFile(join(root, name), text);
    }
    return root;
  }

  const start = (documents: string, rest: Partial<typeof testGraphql> = {}, only = false): Promise<GraphqlServer> =>
    startGraphql({ graphql: { ...testGraphql, ...rest, persisted: { documents, only } } });

  async function findingsOf(documents: string): Promise<StartupError['findings']> {
    try {
      await (await start(documents)).close();
    } catch (error) {
      if (error instanceof StartupError) return error.findings;
      throw error;
    }
    throw new Error('nothing was found');
  }

  describe('in a folder', () => {
    let server: GraphqlServer;
    before(async () => {
      const files = { 'Hello.graphql': hello, 'mutations/More.gql': 'mutation { increment }', '.hidden': 'x' };
      server = await start(await write(files));
    });
    after(() => server.close());

    const variables = { name: 'Zoë' };
    const names: readonly (readonly [string, object])[] = [
      ['the SHA-256 of the file', { documentId: `sha256:${sha256(hello)}` }],
      ['the SHA-256 of its text without the line break at the end', { documentId: `sha256:${sha256(hello.trim())}` }],
      ['the name of the file', { documentId: 'Hello' }],
      ['the extension of automatic persisted queries', byHash(sha256(hello))],
    ];
    for (const [what, params] of names) {
      it(`are named by ${what}`, async () => {
        const reply = await post(server.url, { ...params, variables });
        expect(reply.body).to.deep.equal({ data: { hello: 'Hello Zoë' } });
      });
    }

    it('are named in the address of a GET', async () => {
      const reply = await get(server.url, { documentId: 'Hello', variables: JSON.stringify(variables) });
      expect(reply.body).to.deep.equal({ data: { hello: 'Hello Zoë' } });
    });

    it('run no mutation over GET', async () => {
      expect((await get(server.url, { documentId: 'More' })).status).to.equal(405);
      expect((await post(server.url, { documentId: 'More' })).body).to.deep.equal({ data: { increment: 1 } });
    });

    it('let other documents pass', async () => {
      expect((await post(server.url, { query: '{ hello }' })).body).to.deep.equal({ data: { hello: 'Hello world' } });
    });

    it('that nobody knows are refused with one error', async () => {
      for (const documentId of [`sha256:${sha256('other')}`, 'hello', '__proto__', '']) {
        const reply = await post(server.url, { documentId });
        expect([reply.status, codes(reply)]).to.deep.equal([400, ['PERSISTED_DOCUMENT_NOT_FOUND']]);
      }
      const reply = await post(server.url, byHash(sha256('other')));
      expect(codes(reply)).to.deep.equal(['PERSISTED_QUERY_NOT_FOUND']);
    });

    it('are named or sent, not both', async () => {
      const reply = await post(server.url, { documentId: 'Hello', query: '{ hello }' });
      expect([reply.status, codes(reply)]).to.deep.equal([400, ['BAD_USER_INPUT']]);
    });

    for (const [what, params] of [
      ['an id that is a number', { documentId: 1 }],
      ['a hash that is none', { extensions: { persistedQuery: { version: 1, sha256Hash: 'x' } } }],
      ['a hash of another protocol', { extensions: { persistedQuery: { version: 2, sha256Hash: sha256(hello) } } }],
    ] as const) {
      it(`are not named by ${what}`, async () => {
        const reply = await post(server.url, params);
        expect([reply.status, codes(reply)]).to.deep.equal([400, ['BAD_USER_INPUT']]);
      });
    }
  });

  context('in a manifest', () => {
    const manifests: readonly (readonly [string, unknown, string])[] = [
      ['of hashes', { [sha256(hello)]: hello }, `sha256:${sha256(hello)}`],
      ['of hashes with their prefix', { [`sha256:${sha256(hello)}`]: hello }, `sha256:${sha256(hello)}`],
      ['of hashes, named without the prefix', { [sha256(hello)]: hello }, sha256(hello)],
      ['of ids of its own', { '5d41402abc4b2a76b9719d911017c592': hello }, '5d41402abc4b2a76b9719d911017c592'],
      [
        'of Apollo',
        {
          format: 'apollo-persisted-query-manifest',
          version: 1,
          operations: [{ id: sha256(hello), name: 'Hello', type: 'query', body: hello }],
        },
        `sha256:${sha256(hello)}`,
      ],
    ];
    for (const [what, manifest, documentId] of manifests) {
      it(`${what}, are found`, async () => {
        const root = await write({ 'documents.json': JSON.stringify(manifest) });
        const server = await start(join(root, 'documents.json'));
        const reply = await post(server.url, { documentId });
        await server.close();
        expect(reply.body).to.deep.equal({ data: { hello: 'Hello world' } });
      });
    }
  });

  describe('when no others are served', () => {
    let server: GraphqlServer;
    before(async () => {
      server = await start(
        await write({ 'Hello.graphql': hello }),
        { apq: { ...testGraphql.apq, enabled: true } },
        true,
      );
    });
    after(() => server.close());

    it('runs those, named or sent', async () => {
      for (const params of [{ documentId: 'Hello' }, { query: hello }, { query: hello.trim() }])
        expect((await post(server.url, params)).body).to.deep.equal({ data: { hello: 'Hello world' } });
    });

    it('refuses every other text', async () => {
      for (const query of ['{ hello }', '{ __typename }', `${hello} `, '{']) {
        const reply = await post(server.url, { query });
        expect([reply.status, codes(reply)]).to.deep.equal([400, ['PERSISTED_DOCUMENT_REQUIRED']]);
      }
    });

    it('lets no client register one', async () => {
      const params = byHash(sha256('{ hello }'));
      expect(codes(await post(server.url, { ...params, query: '{ hello }' }))).to.deep.equal([
        'PERSISTED_DOCUMENT_REQUIRED',
      ]);
      expect(codes(await post(server.url, params))).to.deep.equal(['PERSISTED_QUERY_NOT_FOUND']);
    });
  });

  context('when one cannot be used, the start is refused', () => {
    it('with the line and column in its file, for all at once', async () => {
      const root = await write({
        'A.graphql': 'query {\n  hello\n  nothing\n}\n',
        'B.graphql': '{\n  hello(',
        'C.graphql': `{ ${'a: hello '.repeat(31)} }`,
        'D.graphql': 'query Dear { shops(first: 50001) { hello } }',
      });
      const findings = await findingsOf(root);
      expect(findings.map(({ code, where }) => [code, where.file.slice(root.length + 1), where.line])).to.deep.equal([
        ['PERSISTED_DOCUMENT_INVALID', 'A.graphql', 3],
        ['PERSISTED_DOCUMENT_INVALID', 'B.graphql', 2],
        ['PERSISTED_DOCUMENT_INVALID', 'C.graphql', 1],
        ['PERSISTED_DOCUMENT_INVALID', 'D.graphql', 1],
      ]);
      expect(findings[3]?.what).to.equal('the operation "Dear" costs 50001, more than graphql.limits.cost');
    });

    it('with the line in a manifest', async () => {
      const text = '{ nothing }';
      const manifest = { [sha256(hello)]: hello, [sha256(text)]: text, [sha256('x')]: 'y', 'a b': hello, other: 1 };
      const root = await write({ 'documents.json': JSON.stringify(manifest, null, 2) });
      const findings = await findingsOf(join(root, 'documents.json'));
      expect(findings.map(({ code, where }) => [code, where.line])).to.deep.equal([
        ['PERSISTED_UNUSABLE', 4],
        ['PERSISTED_UNUSABLE', 5],
        ['PERSISTED_UNUSABLE', 6],
        ['PERSISTED_DOCUMENT_INVALID', 3],
      ]);
    });

    const unusable: readonly (readonly [
      what: string,
      files: Readonly<Record<string, string>>,
      path: string,
      says: RegExp,
    ])[] = [
      ['there is nothing', {}, 'nowhere', /cannot be read: ENOENT/],
      ['a file of the folder is something else', { 'notes.txt': 'x' }, '', /is not a \.graphql file/],
      [
        'two files have one name',
        { 'a/Hello.graphql': hello, 'b/Hello.graphql': '{ hello }' },
        '',
        /a second document has the id "Hello"/,
      ],
      ['a manifest is not JSON', { 'm.json': '{' }, 'm.json', /is not well-formed JSON/],
      ['a manifest is a list', { 'm.json': '[]' }, 'm.json', /is not a manifest/],
      ['a manifest has another format', { 'm.json': '{"format":"other"}' }, 'm.json', /is not a manifest/],
    ];
    for (const [what, files, path, says] of unusable) {
      it(`because ${what}`, async () => {
        const [finding] = await findingsOf(join(await write(files), path));
        expect(finding?.code).to.equal('PERSISTED_UNUSABLE');
        expect(finding?.what).to.match(says);
      });
    }
  });
});

describe('automatic persisted queries', () => {
  const query = '{ hello }';
  const params = byHash(sha256(query));

  context('when they are off', () => {
    it('are refused as not supported, and a text with its hash is run', async () => {
      const server = await startGraphql();
      const reply = await post(server.url, params);
      expect([reply.status, codes(reply)]).to.deep.equal([400, ['PERSISTED_QUERY_NOT_SUPPORTED']]);
      expect((await post(server.url, { ...params, query })).body).to.deep.equal({ data: { hello: 'Hello world' } });
      expect(codes(await post(server.url, params))).to.deep.equal(['PERSISTED_QUERY_NOT_SUPPORTED']);
      await server.close();
    });
  });

  context('when they are on', () => {
    let server: GraphqlServer;
    before(async () => {
      server = await startGraphql({ graphql: { ...testGraphql, apq: { enabled: true, entries: 2, bytes: 100 } } });
    });
    after(() => server.close());
    const register = (text: string) => post(server.url, { ...byHash(sha256(text)), query: text });
    const known = async (text: string): Promise<boolean> =>
      (await post(server.url, byHash(sha256(text)))).body.errors === undefined;

    it('are asked for once, and found from then on, by GET too', async () => {
      const first = await post(server.url, params);
      expect(first.body).to.deep.equal({
        errors: [{ message: 'PersistedQueryNotFound', extensions: { code: 'PERSISTED_QUERY_NOT_FOUND' } }],
      });
      expect((await register(query)).body).to.deep.equal({ data: { hello: 'Hello world' } });
      expect((await post(server.url, params)).body).to.deep.equal({ data: { hello: 'Hello world' } });
      const got = await get(server.url, { extensions: JSON.stringify(params.extensions) });
      expect(got.body).to.deep.equal({ data: { hello: 'Hello world' } });
    });

    it('are parsed once: whoever registers one will send it again', async () => {
      const text = '{ once: hello }';
      await register(text);
      const { documents } = server.gateway;
      expect(documents.prepare(text)).to.equal(documents.prepare(text));
    });

    it('are not kept under a hash that is not theirs', async () => {
      const reply = await post(server.url, { ...byHash(sha256('other')), query });
      expect([reply.status, codes(reply)]).to.deep.equal([400, ['BAD_USER_INPUT']]);
    });

    it('are not run under a hash that another text is kept under', async () => {
      await register('{ other: hello }');
      const reply = await post(server.url, { ...byHash(sha256('{ other: hello }')), query });
      expect([reply.status, codes(reply)]).to.deep.equal([400, ['BAD_USER_INPUT']]);
    });

    it('are not kept when they are not valid', async () => {
      await register('{ nothing }');
      expect(codes(await post(server.url, byHash(sha256('{ nothing }'))))).to.deep.equal(['PERSISTED_QUERY_NOT_FOUND']);
    });

    it('are forgotten when there are too many, or too large ones', async () => {
      for (const text of ['{ a: hello }', '{ b: hello }', '{ c: hello }']) await register(text);
      expect(await known('{ a: hello }')).to.equal(false);
      expect(await known('{ c: hello }')).to.equal(true);
      const large = `{ hello } #${'x'.repeat(100)}`;
      expect((await register(large)).status).to.equal(200);
      expect(await known(large)).to.equal(false);
    });
  });
});
