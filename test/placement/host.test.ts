import { expect } from 'chai';
import { askHost } from '../../src/placement/host.ts';
import { createMemoryLog } from '../support/memory-log.ts';
import { rejection } from '../support/rejection.ts';
import { testContext } from '../support/stitched-shop.ts';

describe('what an extension elsewhere asks of the gateway', () => {
  it('is a query, which is answered with JSON', async () => {
    const asked: unknown[] = [];
    const query = async (...question: unknown[]) => {
      asked.push(question);
      return { data: Object.assign(Object.create(null), { at: new Date(0) }) };
    };
    const context = { ...testContext(), query };
    const answer = await askHost({ context, session: undefined }, { ask: 'query', text: '{ a }', variables: { x: 1 } });
    expect(answer).to.deep.equal({ data: { at: '1970-01-01T00:00:00.000Z' } });
    expect(asked).to.deep.equal([['{ a }', { x: 1 }]]);
  });

  it('is a line in the log, as the extension’s own', async () => {
    const log = createMemoryLog();
    const context = { ...testContext(), logger: log.logger };
    await askHost({ context, session: undefined }, { ask: 'log', level: 'warn', event: 'low', fields: { left: 2 } });
    expect(log.events('low')[0]).to.deep.include({ level: 40, left: 2 });
  });

  it('is no session where there is no answer that could carry the cookie', async () => {
    for (const request of [{ ask: 'signIn', user: { id: 'ann' } }, { ask: 'signOut' }] as const) {
      const error = await rejection(askHost({ context: testContext(), session: undefined }, request));
      expect(error).to.have.property('message').that.includes('REST handlers alone');
    }
  });
});
