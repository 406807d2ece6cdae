/** Part of reload.ts: reloads a gateway many times, each time with another content, and prints what stays. */
import { readdirSync, readlinkSync } from 'node:fs';
import { createLogger } from '#base';
import { loadConfig } from '#config';
import { ProjectWatch, startGateway } from '#server';
import { copyNumberedShop } from './reload-shop.ts';

const reloads = Number(process.argv[2]);
/** The first ones fill caches that stay as large as they are. */
const warmUp = 30;

await using files = await copyNumberedShop();
const reading = { environment: process.env, overrides: { port: 0, demo: true } };
const logger = createLogger('error');
const config = await loadConfig(files.file, reading);
const running = await startGateway(config, { ...reading, logger, development: false });
// As `stoa start` has it; reloads are asked for, so that each is one.
const watch = await ProjectWatch.start({
  ...reading,
  file: files.file,
  logger,
  settleMs: 1e9,
  onChange: () => undefined,
});

let number = 1;
await reload(warmUp);
const before = measure();
const started = performance.now();
await reload(reloads);
const ms = (performance.now() - started) / reloads;
const after = measure();
console.log('reloads'.padEnd(24), reloads, `${Math.round(ms)} ms each`);
for (const [what, value] of Object.entries(after)) {
  console.log(what.padEnd(24), before[what], '->', value);
}
await watch.close();
await running.close({ drainMs: 0 });

async function reload(times: number): Promise<void> {
  for (let count = 0; count < times; count++) {
    await files.write(++number);
    const { state, findings } = await running.generations.reload('bench');
    if (state === 'failed') throw new Error(JSON.stringify(findings));
    for (const path of ['/number', '/', '/graphql?query={number}']) await (await fetch(running.url + path)).text();
    await watch.follow();
    await running.generations.settled();
  }
}

function measure(): Record<string, unknown> {
  for (let count = 0; count < 5; count++) globalThis.gc?.();
  const { heapUsed, rss, external } = process.memoryUsage();
  const megabytes = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(1)} MB`;
  const descriptors = readdirSync('/proc/self/fd').flatMap((name) => linkOf(name) ?? []);
  return {
    'heap after gc': megabytes(heapUsed),
    external: megabytes(external),
    'resident set': megabytes(rss),
    'active resources': process.getActiveResourcesInfo().length,
    'file descriptors': descriptors.length,
    threads: readdirSync('/proc/self/task').length,
    'inotify instances': descriptors.filter((link) => link.includes('inotify')).length,
  };
}

function linkOf(name: string): string | undefined {
  try {
    return readlinkSync(`/proc/self/fd/${name}`);
  } catch {
    return undefined; // the one of the listing itself
  }
}
