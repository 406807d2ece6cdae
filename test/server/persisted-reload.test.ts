import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import type { Generation } from '../../src/gateway/generation.ts';
import { ProjectWatch } from '../../src/server/generations/project-watch.ts';
import { startGateway, type TestGateway } from '../support/start-gateway.ts';

const named = 'query Things { things { name } }';
const renamed = 'query Things { goods: things { name } }';

async function answer({ url }: TestGateway): Promise<readonly string[]> {
  const body: { data: object } = await (await fetch(`${url}/graphql?documentId=Things`)).json();
  return Object.keys(body.data);
}

/** The shop's documents as a folder, or as one file: what writes a text into them, and what that makes of gateway.yaml. */
const kinds = {
  folder: {
    config: (text: string) => text,
    write: (folder: string, text: string) => writeFile(join(folder, 'documents/Things.graphql'), text),
  },
  file: {
    config: (text: string) => text.replace('./documents', './documents.json'),
    write: (folder: string, text: string) =>
      writeFile(join(folder, 'documents.json'), JSON.stringify({ Things: text })),
  },
};

describe('persisted documents of a shop that is open', () => {
  for (const [kind, { config, write }] of Object.entries(kinds)) {
    context(`when they are a ${kind}`, () => {
      it('are served as they are saved, and as they were after a rollback', async () => {
        await using shop = await startGateway({ fixture: 'persisted-shop' });
        const folder = dirname(shop.file);
        await write(folder, named);
        await writeFile(shop.file, config(await readFile(shop.file, 'utf8')));
        await shop.generations.reload('a first text');
        await shop.generations.settled();
        expect(await answer(shop)).to.deep.equal(['things']);
        const before = shop.gateway.generation;

        const saved = Promise.withResolvers<Generation>();
        const onChange = (path: string) => saved.resolve(shop.generations.reload(path));
        const options = { file: shop.file, logger: shop.log.logger, environment: {}, settleMs: 50, onChange };
        const watch = await ProjectWatch.start(options);
        try {
          await write(folder, renamed);
          expect((await saved.promise).state).to.equal('current');
        } finally {
          await watch.close();
        }
        expect(await answer(shop)).to.deep.equal(['goods']);

        await shop.generations.rollback(before);
        expect(await answer(shop)).to.deep.equal(['things']);
        await shop.generations.rollback();
        expect(await answer(shop)).to.deep.equal(['goods']);
        await shop.generations.reload('as saved');
        expect(await answer(shop)).to.deep.equal(['goods']);
      });
    });
  }
});
