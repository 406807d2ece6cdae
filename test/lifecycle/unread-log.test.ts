import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import { stoaCommand } from '../support/run-stoa.ts';
import { createDatabase } from '../support/shared-server.ts';
import { fixtureProject } from '../support/test-project.ts';

describe('a reader that does not read standard error', () => {
  it('stops nothing: lines are dropped, counted, and reported once it reads again', async () => {
    await using shop = await startUnread();
    // When it logs more than the pipe and its own buffer hold
    await fillLog(shop.address);
    // Then it still answers, and counts what it dropped
    expect((await fetch(`${shop.admin}/livez`)).status).to.equal(200);
    const metrics = await (await fetch(`${shop.admin}/metrics`)).text();
    const dropped = Number(/^stoa_log_lines_dropped_total (\d+)$/m.exec(metrics)?.[1]);
    expect(dropped).to.be.greaterThan(50).and.lessThan(500);
    // And once the reader reads, one line says how many lines are missing
    const log = text(shop.child.stderr);
    shop.child.kill();
    expect(await once(shop.child, 'exit')).to.deep.equal([0, null]);
    expect(await log).to.match(new RegExp(`"lines":${dropped},"msg":"log lines dropped"`));
  });

  it('does not keep the process from ending', async () => {
    await using shop = await startUnread();
    await fillLog(shop.address);
    shop.child.kill();
    expect(await once(shop.child, 'exit')).to.deep.equal([null, 'SIGKILL']);
  });
});

interface UnreadShop extends AsyncDisposable {
  readonly child: ChildProcessByStdio<null, Readable, Readable>;
  readonly address: string;
  readonly admin: string;
}

/** A shop that logs each request, and whose standard error is not read. */
async function startUnread(): Promise<UnreadShop> {
  const file = await fixtureProject('small-shop');
  const shop = await readFile(file, 'utf8');
  await writeFile(file, shop.replace('server: {', 'server: { accessLog: true, admin: { port: 0 },'));
  const { url, drop } = await createDatabase();
  const child = spawn(process.execPath, [stoaCommand, '-c', file, 'start'], {
    cwd: dirname(file),
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, HOME: process.env.HOME, NO_COLOR: '1', DATABASE_URL: url },
  });
  const addresses: string[] = [];
  for await (const line of createInterface(child.stdout)) {
    const address = /(?:open at|admin) +(\S+)$/.exec(line)?.[1];
    if (address !== undefined) addresses.push(address);
    if (line.includes('routes')) break;
  }
  const [address = '', admin = ''] = addresses;
  const dispose = async () => {
    child.kill('SIGKILL');
    await drop();
  };
  return { child, address, admin, [Symbol.asyncDispose]: dispose };
}

async function fillLog(address: string): Promise<void> {
  const long = 'x'.repeat(4_000);
  for (let count = 0; count < 500; count++) {
    const response = await fetch(`${address}/${long}`);
    await response.text();
    expect(response.status).to.equal(404);
  }
}
