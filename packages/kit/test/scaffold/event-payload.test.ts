import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect } from 'chai';
import { fixtureProject } from '../../../../test/support/test-project.ts';
import { writePart } from '../../src/scaffold/index.ts';
import { put } from '../lints/it-finds.ts';

describe('a new subscriber', () => {
  const event = {
    type: 'object',
    required: ['noteId', 'words', 'kind', 'isLong'],
    properties: {
      noteId: { type: 'string' },
      words: { type: 'integer', minimum: 3 },
      kind: { enum: ['LETTER'] },
      isLong: { type: 'boolean' },
      more: {},
    },
  };
  for (const [about, taken, payload] of [
    ['what an event of the shop requires', 'note.written', '{ noteId: \'1\', words: 3, kind: "LETTER", isLong: true }'],
    ['an id for an event that the shop does not have', 'order.confirmed', "{ orderId: '1' }"],
  ] as const)
    it(`has a test that publishes ${about}`, async () => {
      const file = await fixtureProject('tasks-shop');
      const extensions = resolve(file, '../extensions');
      await put(join(extensions, 'notes/events/note.written.json'), JSON.stringify(event));
      const part = { extension: 'counts', file, from: extensions, options: { event: taken } };
      await writePart({ ...part, kind: 'subscriber', name: 'rate' });
      const text = await readFile(join(extensions, 'counts/test/rate.test.ts'), 'utf8');
      expect(text).to.include(`opened.publish('${taken}', ${payload});`);
    });
});
