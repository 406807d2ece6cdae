import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { expect } from 'chai';
import { loadConfig } from '#config';
import { readAlerts, readPanels, type Selector, selectorsOf } from '../support/promql.ts';
import { type RunningStoa, startStoa } from '../support/run-stoa.ts';
import { createShopDatabase } from '../support/shared-server.ts';
import { onlyLines, shopConfig } from '../support/test-project.ts';
import { untilFound } from '../support/wait-until.ts';

type Labels = Readonly<Record<string, string>>;

/** Prometheus adds these to each sample, and this metric to each target. */
const labelsOfTarget: readonly string[] = ['job', 'instance'];
const ownMetric = 'up';

describe('the alerts and the dashboard', () => {
  let samples: ReadonlyMap<string, readonly Labels[]>;

  // A shop with several workers has all metrics.
  before(async () => {
    const file = await shopConfig(onlyLines('theme', 'catalog', 'foo'));
    const reading = { environment: { DATABASE_URL: 'postgresql://localhost/any' } };
    const { url, drop } = await createShopDatabase(await loadConfig(file, reading), true);
    const words = ['start', '--workers', '2', '--port', '0', '--admin-port', '0'];
    const stoa: RunningStoa = startStoa(words, { file, environment: { DATABASE_URL: url } });
    try {
      const shop = (await stoa.waitFor(/open at (\S+)/)).replace('open at ', '');
      const admin = (await stoa.waitFor(/admin +(\S+)/)).replace(/admin +/, '');
      for (const path of ['/', '/products/1001', '/graphql?query={products(first:2){name}}', '/nowhere'])
        await (await fetch(shop + path)).text();
      // A busy worker may miss a scrape.
      samples = await untilFound(async () => {
        const text = await (await fetch(`${admin}/metrics`)).text();
        const workers = text.match(/^stoa_worker_up\{worker="[12]"\} 1$/gm) ?? [];
        return workers.length === 2 ? samplesIn(text) : undefined;
      });
    } finally {
      await stoa.stop();
      await drop();
    }
  });

  /** Why a selector finds no sample; undefined when it finds one. */
  function problemOf({ metric, matchers, groupedBy }: Selector): string | undefined {
    if (metric === ownMetric) return undefined;
    const found = samples.get(metric);
    if (found === undefined) return `there is no metric ${metric}`;
    const own = matchers.filter(({ label }) => !labelsOfTarget.includes(label));
    const unknown = [...own.map(({ label }) => label), ...groupedBy].find(
      (label) => !labelsOfTarget.includes(label) && !found.some((labels) => label in labels),
    );
    if (unknown !== undefined) return `${metric} has no label ${unknown}`;
    // Each of `a|b|c`, so that none is a value that does not exist.
    for (const { label, operator, value } of own)
      for (const one of operator.includes('~') ? value.split('|') : [value])
        if (!found.some((labels) => labels[label] === one)) return `${metric} has no ${label}="${one}"`;
    return undefined;
  }

  it('use metrics, labels and values that the first scrapes have', async () => {
    const expressions = [...(await readAlerts()), ...(await readPanels())];
    expect(expressions.length).to.be.above(50);
    const problems = expressions.flatMap(({ name, text }) =>
      selectorsOf(text)
        .flatMap((selector) => problemOf(selector) ?? [])
        .map((problem) => `${name}: ${problem}`),
    );
    expect(problems).to.deep.equal([]);
  });

  it('name labels in their texts that their expressions leave', async () => {
    for (const { name, text, annotations } of await readAlerts()) {
      const [first] = selectorsOf(text);
      if (first === undefined) throw new Error(`${name} has no metric`);
      const own = (samples.get(first.metric) ?? []).flatMap((labels) => Object.keys(labels));
      const left = first.groupedBy.length > 0 ? first.groupedBy : [...own, ...labelsOfTarget];
      const used = Object.values(annotations).flatMap((each) => [...each.matchAll(/\$labels\.(\w+)/g)]);
      for (const [, label] of used) expect(left, name).to.include(label);
    }
  });

  it('say what to do, at an address that exists', async () => {
    const text = await readFile(resolve(import.meta.dirname, '../../docs/alerts.md'), 'utf8');
    const headings = [...text.matchAll(/^## (\w+)$/gm)].map(([, heading = '']) => heading);
    const alerts = await readAlerts();
    expect(headings).to.deep.equal(alerts.map(({ name }) => name));
    for (const { name, annotations } of alerts) {
      expect(annotations.runbook, name).to.equal(`docs/alerts.md#${name.toLowerCase()}`);
      expect(annotations.summary, name).to.match(/\S/);
    }
  });

  it('are found wanting when a metric, a label or a value does not exist', () => {
    const problems = ['stoa_nothing', 'stoa_ready{colour="red"}', 'stoa_reloads_total{outcome="lost"}'].map((text) =>
      selectorsOf(text).map(problemOf),
    );
    expect(problems.flat()).to.deep.equal([
      'there is no metric stoa_nothing',
      'stoa_ready has no label colour',
      'stoa_reloads_total has no outcome="lost"',
    ]);
    expect(() => selectorsOf('sum by (rate(')).to.throw('no PromQL');
  });
});

/** The labels of all samples of a scrape, by metric. */
function samplesIn(text: string): ReadonlyMap<string, readonly Labels[]> {
  const samples = new Map<string, Labels[]>();
  for (const [, metric = '', labels = ''] of text.matchAll(/^(\w+)(?:\{(.*)\})? \S+$/gm)) {
    const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, name = '', value = '']) => [name, value]);
    samples.set(metric, [...(samples.get(metric) ?? []), Object.fromEntries(pairs)]);
  }
  return samples;
}
