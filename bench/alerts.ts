/**
 * Whether each query of deploy/grafana/ and each expression of deploy/alerts.yaml answers, asked of a real Prometheus that
 * scrapes a shop under load. Run by hand: `npm run bench -- alerts`. It needs `prometheus` and `promtool` (Debian: prometheus).
 * Of an alert, what it compares with its threshold must answer, since a healthy shop raises no alert.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openTemporaryServer } from '#postgres';
import { freePort } from '../test/support/free-port.ts';
import { comparedBy, type Expression, readAlerts, readPanels } from '../test/support/promql.ts';
import { startStoa } from '../test/support/run-stoa.ts';

const loadMs = 20_000;
const root = resolve(import.meta.dirname, '..');
const rules = join(root, 'deploy/alerts.yaml');

console.log(execFileSync('promtool', ['check', 'rules', rules], { encoding: 'utf8' }).trim());
const server = await openTemporaryServer();
const database = await server.create('alerts');
const folder = await mkdtemp(join(await realpath(tmpdir()), 'stoa-alerts-'));
const words = ['start', '--workers', '2', '--port', '0', '--admin-port', '0'];
const shop = startStoa(words, { file: join(root, 'gateway.yaml'), environment: { DATABASE_URL: database.url } });
try {
  const url = (await shop.waitFor(/open at (\S+)/)).replace('open at ', '');
  const admin = (await shop.waitFor(/admin +(\S+)/)).replace(/admin +/, '');
  await using prometheus = await startPrometheus(new URL(admin).host);
  await load(url);
  const alerts = (await readAlerts()).map(({ name, text }) => ({ name, text: comparedBy(text) }));
  const silent: Expression[] = [];
  const all = [...alerts, ...(await readPanels())];
  for (const each of all) if ((await prometheus.query(each.text)) === 0) silent.push(each);
  for (const { name, text } of silent) console.log(`no answer: ${name}: ${text}`);
  console.log(`${all.length - silent.length} of ${all.length} expressions answer`);
  console.log('alerts:', (await prometheus.firing()).join(', ') || 'none');
  process.exitCode = silent.length === 0 ? 0 : 1;
} finally {
  await shop.stop();
  await database.drop();
  await server.close();
  await rm(folder, { recursive: true, force: true });
}

async function load(url: string): Promise<void> {
  const until = performance.now() + loadMs;
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ query: 'query Names { products(first: 3) { name reviews { rating } } }' });
  while (performance.now() < until) {
    const requests = ['/', '/products/1001', '/products/1001/reviews'].map((path) => fetch(url + path));
    requests.push(fetch(`${url}/graphql`, { method: 'POST', headers, body }));
    for (const response of await Promise.all(requests)) await response.text();
    await sleep(20);
  }
}

interface Prometheus extends AsyncDisposable {
  /** The number of series in the answer. NaN counts, since a rate of nothing is one. */
  query(expression: string): Promise<number>;
  /** Names of alerts that are pending or firing. */
  firing(): Promise<readonly string[]>;
}

async function startPrometheus(target: string): Promise<Prometheus> {
  const port = await freePort();
  const config = join(folder, 'prometheus.yml');
  await writeFile(
    config,
    JSON.stringify({
      global: { scrape_interval: '1s', evaluation_interval: '1s' },
      rule_files: [rules],
      scrape_configs: [{ job_name: 'stoa', static_configs: [{ targets: [target] }] }],
    }),
  );
  const flags = [
    `--config.file=${config}`,
    `--storage.tsdb.path=${folder}/data`,
    `--web.listen-address=127.0.0.1:${port}`,
  ];
  const child = spawn('prometheus', [...flags, '--log.level=error'], { stdio: ['ignore', 'inherit', 'inherit'] });
  const ended = once(child, 'exit');
  const ask = async <Data>(path: string): Promise<Data> => {
    const response = await fetch(`http://127.0.0.1:${port}/api/v1/${path}`);
    const { status, error, data } = await response.json();
    if (status !== 'success') throw new Error(`${path}: ${error}`);
    return data;
  };
  return {
    async query(expression) {
      const { result } = await ask<{ result: readonly unknown[] }>(`query?query=${encodeURIComponent(expression)}`);
      return result.length;
    },
    async firing() {
      const { alerts } = await ask<{ alerts: readonly { labels: { alertname: string } }[] }>('alerts');
      return alerts.map(({ labels }) => labels.alertname);
    },
    async [Symbol.asyncDispose]() {
      child.kill();
      await ended;
    },
  };
}
