import { readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import { askConsole } from '../../support/console-client.ts';
import { type NumberedShop, startNumbered } from '../../support/numbered-shop.ts';

describe('the changes between two generations', () => {
  let shop: NumberedShop;
  before(async () => {
    shop = await startNumbered({
      admin: true,
      config: (text) => `${text}auth: { session: { secret: ${'a'.repeat(40)} } }\n`,
    });
    await shop.write(2);
    await shop.writeFile('extensions/numbered/src/more.ts', 'export {};\n');
    await shop.writeFile(
      'extensions/numbered/graphql/Number.graphql',
      'extend type Query { number(above: Int = 1): Int }\n',
    );
    await shop.writeFile(
      'extensions/numbered/api/number/route.json',
      '{ "methods": ["GET"], "path": "/numbers", "access": "public", "query": { "waitMs": "Int" } }',
    );
    const text = await readFile(shop.file, 'utf8');
    await shop.writeFile(
      'gateway.yaml',
      `${text.replace('debugHeaders: true', 'debugHeaders: false').replace('a'.repeat(40), 'b'.repeat(40))}pages: { sale: { path: /sale } }\n`,
    );
    const { state, findings } = await shop.generations.reload('test');
    expect(state, JSON.stringify(findings)).to.equal('current');
    await shop.generations.settled();
  });
  after(() => shop[Symbol.asyncDispose]());

  async function read(query = ''): Promise<string> {
    const { status, body } = await askConsole(shop, `/console/changes${query}`);
    expect(status, body).to.equal(200);
    return body.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ');
  }

  it('name extensions with their files, settings, pages, routes and fields', async () => {
    const text = await read();
    for (const part of [
      'from generation 1 to generation 2',
      'numbered changed',
      'src/more.ts added',
      'src/number.ts changed',
      'other changed',
      'server.debugHeaders changed was true is false',
      'sale added',
      'numbered.number changed was GET /number, public is GET /numbers, public',
      'Query.number (numbered) changed was : Int! is (above: Int = 1): Int',
    ])
      expect(text).to.include(part);
    expect(text).to.not.include('gen.ts');
  });

  it('say that a secret is another one, and show neither', async () => {
    const text = await read('?from=1&to=2');
    expect(text).to.include('auth.session.secret changed was *** is ***');
    expect(text).to.not.include('aaaaaaaa').and.not.include('bbbbbbbb');
  });

  it('are none of a generation with itself, and the opposite in the other direction', async () => {
    expect(await read('?from=2&to=2')).to.include('Nothing differs between generation 2 and generation 2.');
    expect(await read('?from=2&to=1')).to.include('src/more.ts removed');
  });

  it('cannot be told of a generation that is not kept', async () => {
    expect(await read('?from=77&to=2')).to.include('Generation 77 cannot be compared');
    expect(await read('?from=..%2F1&to=x')).to.include('from generation 1 to generation 2');
  });

  it('cannot be told when an operator has deleted one', async () => {
    await rm(join(dirname(shop.file), '.stoa/generations/1/summary.json'));
    expect(await read('?from=1&to=2')).to.include('Generation 1 cannot be compared');
  });

  it('are linked from the generations', async () => {
    const { body } = await askConsole(shop, '/console/generations');
    expect(body).to.include('href="/console/changes?from=1&amp;to=2"');
  });
});

describe('the changes of a shop with one generation', () => {
  it('have nothing to compare with', async () => {
    await using shop = await startNumbered({ admin: true });
    await shop.generations.settled();
    const { body } = await askConsole(shop, '/console/changes');
    expect(body).to.include('There is no second generation');
  });
});
