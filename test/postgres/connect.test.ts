import { once } from 'node:events';
import { createServer } from 'node:net';
import { setImmediate as immediate } from 'node:timers/promises';
import { expect } from 'chai';
import { connect, connectTimeoutMs, parseDatabaseUrl } from '../../src/postgres/connection/connect.ts';
import { rejection } from '../support/rejection.ts';
import { createDatabase } from '../support/shared-server.ts';

describe('connect', () => {
  it('opens a connection though this process was busy until after the time-out', async () => {
    const { url, drop } = await createDatabase();
    const opening = connect(parseDatabaseUrl(url));
    const busyUntil = performance.now() + connectTimeoutMs + 500;
    while (performance.now() < busyUntil);
    const client = await opening;
    expect((await client.query('select 1 as one')).rows).to.deep.equal([{ one: 1 }]);
    await client.end();
    await drop();
  });

  it('opens a connection though this process is busy for most of each second', async () => {
    const { url, drop } = await createDatabase();
    const opening = connect(parseDatabaseUrl(url));
    const busyUntil = performance.now() + connectTimeoutMs + 1_500;
    while (performance.now() < busyUntil) {
      const pieceUntil = performance.now() + connectTimeoutMs / 5;
      while (performance.now() < pieceUntil);
      await immediate();
    }
    await (await opening).end();
    await drop();
  });

  it('gives up at a server that says nothing, after one time-out', async () => {
    let attempts = 0;
    const silent = createServer(() => attempts++).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const address = silent.address();
    const port = typeof address === 'object' ? address?.port : 0;
    const error = await rejection(connect(parseDatabaseUrl(`postgresql://ann@127.0.0.1:${port}/shop`)));
    expect(String(error)).to.include('timeout');
    expect(attempts).to.equal(1);
    silent.close();
  });
});
