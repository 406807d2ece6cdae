import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { getIntrospectionQuery } from 'graphql';
import { codes, post } from '../../support/graphql-client.ts';
import { type GraphqlServer, startGraphql } from '../../support/graphql-gateway.ts';
import { testConfig } from '../../support/test-config.ts';

const browser = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8' };

describe('GraphiQL', () => {
  describe('in development', () => {
    let server: GraphqlServer;
    let response: Response;
    let page: string;
    before(async () => {
      // Private, since the page itself must come up before anybody can enter a token.
      server = await startGraphql({ graphql: { ...testConfig().graphql, access: 'private' } }, { development: true });
      response = await fetch(server.url, { headers: browser });
      page = await response.text();
    });
    after(() => server.close());

    it('is served to a browser that navigates to the path', () => {
      expect(response.status).to.equal(200);
      expect(response.headers.get('content-type')).to.equal('text/html; charset=utf-8');
      expect(page).to.include('YogaGraphiQL.renderYogaGraphiQL(');
    });

    it('has everything in it: no tag of the page and no style sheet names another address', () => {
      // Everything between <script> tags is a program, which the next test is about.
      const markup = page.replaceAll(/<script>[\s\S]*?<\/script>/g, '');
      expect(markup).to.include('<div id="root">');
      const addresses = [...markup.matchAll(/\b(?:src|href)\s*=\s*["']?([^"'\s>]+)/gi)].map((match) => match[1] ?? '');
      expect(addresses.filter((address) => !address.startsWith('data:'))).to.deep.equal([]);
      expect(markup).to.not.match(/@import|url\(\s*["']?(?:https?:)?\/\//i);
      expect(page).to.not.match(/<script[^>]+src/i);
    });

    it('is forbidden by its policy to load or send anything anywhere else', () => {
      const policy = new Map(
        (response.headers.get('content-security-policy') ?? '').split('; ').map((directive) => {
          const [name = '', ...sources] = directive.split(' ');
          return [name, sources] as const;
        }),
      );
      expect(policy.get('default-src')).to.deep.equal(["'none'"]);
      expect(policy.get('connect-src')).to.deep.equal(["'self'"]);
      expect([...policy.values()].flat()).to.have.all.members([
        ...["'none'", "'none'", "'none'", "'none'", "'unsafe-inline'", "'unsafe-inline'"],
        ...['blob:', 'blob:', 'data:', 'data:', "'self'"],
      ]);
    });

    it('sends no cookies, keeps no headers, and asks this gateway', () => {
      const options = /renderYogaGraphiQL\(\s*window\.document\.querySelector\('#root'\),\s*(\{.*\}),\s*\);/.exec(
        page,
      )?.[1];
      expect(JSON.parse(options ?? 'null')).to.deep.equal({
        title: 'GraphiQL',
        endpoint: '/graphql',
        credentials: 'omit',
        shouldPersistHeaders: false,
      });
    });

    it('is not served to curl or to scripts', async () => {
      const reply = await fetch(`${server.url}?query=%7Bhello%7D`, { headers: { accept: '*/*' } });
      expect(reply.headers.get('content-type')).to.include('application/json');
    });

    it('answers its HEAD without the page', async () => {
      const head = await fetch(server.url, { method: 'HEAD', headers: browser });
      expect(head.headers.get('content-type')).to.equal('text/html; charset=utf-8');
      expect(await head.text()).to.equal('');
    });
  });

  it('can read the schema within the default limits', async () => {
    const server = await startGraphql({}, { development: true });
    const query = getIntrospectionQuery({
      schemaDescription: true,
      specifiedByUrl: true,
      directiveIsRepeatable: true,
      inputValueDeprecation: true,
    });
    const { body } = await post(server.url, { query });
    await server.close();
    expect(body.errors).to.equal(undefined);
    expect(body.data).to.have.nested.property('__schema.queryType.name', 'Query');
  });

  it('is a 404 that names the package, where that is not installed', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'stoa-graphiql-'));
    const name = '@graphql-yoga/render-graphiql';
    await mkdir(join(folder, 'node_modules', name), { recursive: true });
    // A package without files hides the repository's.
    await writeFile(join(folder, 'node_modules', name, 'package.json'), JSON.stringify({ name, exports: {} }));
    const server = await startGraphql({ folder }, { development: true });
    const response = await fetch(server.url, { headers: browser });
    await server.close();
    await rm(folder, { recursive: true });
    expect(response.status).to.equal(404);
    expect(await response.text()).to.include(`npm install --save-dev ${name}`);
  });

  describe('in production', () => {
    let server: GraphqlServer;
    before(async () => {
      server = await startGraphql();
    });
    after(() => server.close());

    it('is not there: a browser gets 404', async () => {
      const response = await fetch(server.url, { headers: browser });
      expect(response.status).to.equal(404);
      expect(await response.json()).to.have.nested.property('errors[0].extensions.code', 'NOT_FOUND');
    });

    it('is not there: a browser that follows a link with a query gets its answer', async () => {
      const response = await fetch(`${server.url}?query=%7Bhello%7D`, { headers: browser });
      expect(await response.json()).to.deep.equal({ data: { hello: 'Hello world' } });
    });

    it('is not there: whoever wants HTML and nothing else gets 406', async () => {
      const reply = await fetch(`${server.url}?query=%7Bhello%7D`, { headers: { accept: 'text/html' } });
      expect(reply.status).to.equal(406);
      expect(codes({ status: 406, headers: reply.headers, body: JSON.parse(await reply.text()) })).to.deep.equal([
        'NOT_ACCEPTABLE',
      ]);
    });
  });
});
