import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { join } from 'node:path';
import { expect } from 'chai';
import { server as bare } from './bare-server.ts';
import { server as yoga } from './yoga-server.ts';

const servers: Readonly<Record<string, Server>> = { 'graphql-yoga': yoga, 'a bare node:http server': bare };

for (const [name, server] of Object.entries(servers)) {
  describe(`the engine behind ${name}`, () => {
    before(async () => {
      await once(server.listen(0, '127.0.0.1'), 'listening');
    });
    after(async () => {
      server.closeAllConnections();
      await once(server.close(), 'close');
    });

    it('answers with what two extensions give of one type', async () => {
      expect(await ask('{ products { name stars } }')).to.deep.equal({
        data: {
          products: [
            { name: 'Lamp', stars: 4 },
            { name: 'Chair', stars: 5 },
          ],
        },
      });
    });

    it('takes variables, and an operation of several', async () => {
      const query = 'query A { products { id } } query B($all: Boolean!) { products { id stars @include(if: $all) } }';
      expect(await ask(query, { operationName: 'B', variables: { all: false } })).to.deep.equal({
        data: { products: [{ id: '1' }, { id: '2' }] },
      });
    });

    it('refuses what does not fit the schema', async () => {
      expect(await ask('{ products { price } }'))
        .to.have.nested.property('errors[0].message')
        .that.matches(/^Cannot query field "price" on type "Product"/);
    });

    async function ask(query: string, more: object = {}): Promise<unknown> {
      const address = server.address();
      if (typeof address !== 'object' || address === null) throw new Error('the server does not listen');
      const response = await fetch(`http://127.0.0.1:${address.port}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query, ...more }),
      });
      return response.json();
    }
  });
}

describe('docs/engine.md', () => {
  const docs = readFileSync(join(import.meta.dirname, '../../docs/engine.md'), 'utf8');

  for (const file of ['shop.ts', 'yoga-server.ts', 'bare-server.ts']) {
    it(`shows ${file} as it is tested, in fewer than 40 lines`, () => {
      const code = readFileSync(join(import.meta.dirname, file), 'utf8');
      expect(docs).to.include(code);
      expect(code.split('\n')).to.have.length.below(41);
    });
  }
});
