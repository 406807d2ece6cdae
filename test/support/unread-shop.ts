import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { expect } from 'chai';
import { stoaCommand } from './run-stoa.ts';
import { createDatabase } from './shared-server.ts';
import { fixtureProject } from './test-project.ts';

export interface UnreadShop extends AsyncDisposable {
  readonly child: ChildProcessByStdio<null, Readable, Readable>;
  readonly address: string;
  readonly admin: string;
}

/** A shop that logs each request, and whose standard error is not read. */
export async function startUnread(): Promise<UnreadShop> {
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

export async function fillLog(address: string): Promise<void> {
  const long = 'x'.repeat(4_000);
  for (let count = 0; count < 500; count++) {
    const response = await fetch(`${address}/${long}`);
    await response.text();
    expect(response.status).to.equal(404);
  }
}
