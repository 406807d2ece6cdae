/**
 * Kills a shop with an embedded database by SIGKILL while it takes reviews, and counts what remains: processes, listening
 * sockets, and committed rows after the next start. Run by hand: `npm run bench -- killed --rounds 20 --args '--workers 2'`.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs, stripVTControlCharacters } from 'node:util';
import { findEmbeddedFolders } from '#postgres';
import { median } from './statistics.ts';

interface RunningProcess {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
}

interface Shop {
  readonly child: ChildProcess;
  readonly url: string;
}

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '20' },
    gateways: { type: 'string', default: '1' },
    args: { type: 'string', default: '' },
  },
});
const limitMs = 5_000;
const stoa = resolve(import.meta.dirname, '../bin/stoa.mjs');
const root = resolve(import.meta.dirname, '..');
const folder = await realpath(await mkdtemp(join(tmpdir(), 'stoa-killed-')));
const stateFolder = join(folder, '.stoa');
const totals = { rounds: 0, processes: 0, sockets: 0, accepted: 0, lost: 0, ended: [] as number[] };
try {
  const text = await readFile(join(root, 'gateway.yaml'), 'utf8');
  await writeFile(join(folder, 'gateway.yaml'), text.replaceAll('./extensions/', `${root}/extensions/`));
  for (let round = 1; round <= Number(options.rounds); round++) await runRound(round);
  const { ended, ...counts } = totals;
  write(`${JSON.stringify({ ...counts, medianMs: median(ended), mostMs: Math.max(...ended) })}\n`);
  process.exitCode = totals.processes + totals.sockets + totals.lost === 0 ? 0 : 1;
} finally {
  await rm((await findEmbeddedFolders(stateFolder)).home, { recursive: true, force: true });
  await rm(folder, { recursive: true, force: true });
}

/** Odd rounds kill the gateways; even ones all their Node processes, in a single blow. */
async function runRound(round: number): Promise<void> {
  const shops = await Promise.all(Array.from({ length: Number(options.gateways) }, () => openShop()));
  const home = (await findEmbeddedFolders(stateFolder)).home;
  const accepted: string[] = [];
  const token = moderatorToken();
  const loads = shops.map(({ url }) => addReviews({ url, token, accepted }));
  while (accepted.length < 20) await Promise.race([wait(10), ...loads]);
  await wait(Math.random() * 800);

  const all = processesOf(shops, home);
  const victims =
    round % 2 === 1 ? all.filter(({ pid }) => shops.some(({ child }) => child.pid === pid)) : all.filter(isNode);
  const exits = shops.map(({ child }) => once(child, 'exit'));
  const begun = performance.now();
  for (const { pid } of victims) process.kill(pid, 'SIGKILL');
  await Promise.all([...exits, ...loads]);
  let left = stillRunning(all, home);
  while (left.length > 0 && performance.now() - begun < limitMs) {
    await wait(10);
    left = stillRunning(all, home);
  }
  const ms = performance.now() - begun;
  const sockets = [...(await unixSockets(home)), ...(await openPorts(shops))];

  const next = await openShop();
  const lost = await missingReviews(next.url, accepted);
  const stopped = once(next.child, 'exit');
  next.child.kill('SIGTERM');
  await stopped;

  totals.rounds += 1;
  totals.processes += left.length;
  totals.sockets += sockets.length;
  totals.accepted += accepted.length;
  totals.lost += lost.length;
  totals.ended.push(Math.round(ms));
  const names = [...left.map(({ pid, command }) => `${pid} ${command.slice(0, 60)}`), ...sockets].join('; ');
  write(
    `${round}: killed ${victims.length} of ${all.length} processes; ${left.length} left and ${sockets.length} sockets after ` +
      `${Math.round(ms)} ms; ${lost.length} of ${accepted.length} rows lost ${names}\n`,
  );
}

async function openShop(): Promise<Shop> {
  const words = [
    'start',
    '--port',
    '0',
    '--admin-port',
    '0',
    '--log-level',
    'error',
    ...options.args.split(' ').filter(Boolean),
  ];
  const child = spawn(process.execPath, [stoa, ...words], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
    output += stripVTControlCharacters(String(chunk));
    const [, url] = /open at (http:\S+)/.exec(output) ?? [];
    if (url === undefined) continue;
    child.stdout.resume();
    return { child, url };
  }
  throw new Error(`the shop ended before it was open: ${output}`);
}

interface ReviewLoad {
  readonly url: string;
  readonly token: string;
  /** Gets the id of each review that the shop has accepted. */
  readonly accepted: string[];
}

/** Adds reviews until the shop is gone. An answer of 201 means that the row is committed. */
async function addReviews({ url, token, accepted }: ReviewLoad): Promise<void> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  for (;;) {
    // Equal reviews of one customer would be one.
    const body = JSON.stringify({ author: 'Ann', rating: 4, comment: `Killed while it was written: ${randomUUID()}.` });
    try {
      const response = await fetch(`${url}/products/1001/reviews`, { method: 'POST', headers, body });
      const answer: { readonly data?: { readonly review: { readonly id: string } } } = await response.json();
      if (response.status === 201 && answer.data !== undefined) accepted.push(answer.data.review.id);
      else throw new Error(`${response.status} ${JSON.stringify(answer)}`);
    } catch (error) {
      if (error instanceof TypeError) return; // The connection ended with the shop.
      throw error;
    }
  }
}

/** Other callers may write few reviews. The secret of the folder is there when a shop is open. */
function moderatorToken(): string {
  const words = ['token', 'issue', '--subject', 'bench', '--permission', 'reviews:write'];
  return execFileSync(process.execPath, [stoa, ...words], { cwd: folder, encoding: 'utf8' }).trim();
}

async function missingReviews(url: string, ids: readonly string[]): Promise<readonly string[]> {
  const missing: string[] = [];
  for (const id of ids) {
    const response = await fetch(`${url}/reviews/${id}`);
    await response.body?.cancel();
    if (response.status !== 200) missing.push(id);
  }
  return missing;
}

function isNode({ command }: RunningProcess): boolean {
  return command.includes('stoa.mjs') && command.includes('start');
}

/** The gateways with all their descendants, and what names the folder of the database. */
function processesOf(shops: readonly Shop[], home: string): readonly RunningProcess[] {
  const all = runningProcesses();
  const found = new Set(
    all.filter(({ pid, command }) => shops.some(({ child }) => child.pid === pid) || command.includes(home)),
  );
  for (const known of found) for (const one of all) if (one.parent === known.pid) found.add(one);
  return [...found];
}

function stillRunning(before: readonly RunningProcess[], home: string): readonly RunningProcess[] {
  return runningProcesses().filter(
    ({ pid, command }) =>
      command.includes(home) ||
      before.some((known) => known.pid === pid && known.command.slice(0, 8) === command.slice(0, 8)),
  );
}

/** Without zombies, which have no command line left, and without the one that lists them. */
function runningProcesses(): readonly RunningProcess[] {
  const lines = execFileSync('ps', ['-ww', '-A', '-o', 'pid=,ppid=,stat=,command='], { encoding: 'utf8' });
  return lines.split('\n').flatMap((line) => {
    const [, pid, parent, state, command = ''] = /^ *(\d+) +(\d+) +(\S+) (.*)$/.exec(line) ?? [];
    return state === undefined || state.startsWith('Z') ? [] : [{ pid: Number(pid), parent: Number(parent), command }];
  });
}

/** Unix sockets below the folders of the shop that accept connections. */
async function unixSockets(home: string): Promise<readonly string[]> {
  const lines = (await readFile('/proc/net/unix', 'utf8')).split('\n');
  const acceptsConnections = '00010000';
  return lines.filter((line) => line.includes(acceptsConnections) && (line.includes(home) || line.includes(folder)));
}

async function openPorts(shops: readonly Shop[]): Promise<readonly string[]> {
  const open = await Promise.all(
    shops.map(({ url }) =>
      fetch(url).then(
        () => [url],
        () => [],
      ),
    ),
  );
  return open.flat();
}

function write(text: string): void {
  process.stdout.write(text);
}
