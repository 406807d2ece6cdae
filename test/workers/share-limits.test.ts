import { expect } from 'chai';
import { shareLimits } from '../../src/workers/share-limits.ts';
import { testConfig } from '../support/test-config.ts';

describe('the limits of workers', () => {
  const config = testConfig();
  const connectionsOf = (connections: number, workers: number): readonly number[] =>
    Array.from({ length: workers }, (_, index) => {
      const given = { ...config, database: { ...config.database, connections } };
      return shareLimits(given, { workers, number: index + 1 }).database.connections;
    });

  it('are equal shares of connections, with those of the queue for the first', () => {
    expect(connectionsOf(20, 4)).to.deep.equal([8, 4, 4, 4]);
  });

  it('are one connection at least, beside those of the queue', () => {
    expect(connectionsOf(4, 2)).to.deep.equal([5, 1]);
  });
});
