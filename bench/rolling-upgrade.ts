/**
 * A rolling upgrade behind nginx, and back. Two replicas of the demonstration shop, version N, are replaced one after the
 * other by version N+1, which adds a column and changes style sheets; then by N again. All the time, requests come for
 * pages with their assets, GraphQL, REST, and pages of signed-in customers. Run by hand:
 * `npm run bench -- rolling --rate 200`. It needs nginx (Debian: nginx-light), and exits with 1 when a request failed.
 */
import { parseArgs } from 'node:util';
import { type Deployment, deployment } from './rolling/deployment.ts';
import { type Phase, RollingLoad, send, type Visit } from './rolling/load.ts';

const { values: options } = parseArgs({
  options: {
    rate: { type: 'string', default: '200' },
    /** Seconds between the steps. */
    seconds: { type: 'string', default: '5' },
    customers: { type: 'string', default: '5' },
  },
});

const rate = Number(options.rate);
await using shop = await deployment();
await shop.migrate('N');
await Promise.all([shop.replace(0, 'N'), shop.replace(1, 'N')]);
await shop.startProxy();
console.log('memory of fresh replicas, MB:', await shop.memory());
const visits = await allVisits(shop);
const load = new RollingLoad(shop.url, { visits, rate });
const reviewsBefore = await countReviews(shop);

await phase('N');
load.begin('migrate');
console.log(await shop.migrate('N+1'));
for (const version of ['N+1', 'N'] as const) {
  for (const place of [0, 1] as const) {
    load.begin(`replica ${place + 1} to ${version}`);
    await shop.replace(place, version);
    await phase(`after that`);
  }
}
await load.stop();
console.log('memory of the replicas at the end, MB:', await shop.memory());

const reviews = (await countReviews(shop)) - reviewsBefore;
const sentReviews = load.phases.reduce((sum, { byKind }) => sum + (byKind.review ?? 0), 0);
report(load.phases);
const { count: sheets } = await shop.query('select count(*)::int as count from stoa.assets');
console.log(`${load.knownAssets} assets of all versions asked for; ${sheets} in stoa.assets`);
console.log(`${reviews} reviews written of ${sentReviews} sent`);
const failures = load.phases.flatMap((each) => each.failures);
if (failures.length > 0 || reviews !== sentReviews) process.exitCode = 1;

async function phase(name: string): Promise<void> {
  load.begin(name);
  await new Promise((resolve) => setTimeout(resolve, Number(options.seconds) * 1000));
}

async function countReviews({ query }: Deployment): Promise<number> {
  return Number((await query('select count(*) as count from ext_reviews.review')).count);
}

async function allVisits({ url }: Deployment): Promise<readonly Visit[]> {
  const json = { 'content-type': 'application/json', accept: 'application/json', 'sec-fetch-site': 'same-origin' };
  const html = { accept: 'text/html' };
  const graphql = JSON.stringify({ query: '{ product(id: "1001") { name reviews { rating } } }' });
  let written = 0;
  const review = () =>
    JSON.stringify({
      author: 'Ann',
      rating: 5,
      comment: `Came during deploy ${++written}.`,
      formKey: `deploy-${written}`,
    });
  const guests: readonly Visit[] = [
    { kind: 'page', path: '/', headers: html, status: 200, contains: '/assets/' },
    { kind: 'page', path: '/products/1001', headers: html, status: 200, contains: 'Vitamin' },
    {
      kind: 'graphql',
      method: 'POST',
      path: '/graphql',
      headers: json,
      body: graphql,
      status: 200,
      contains: '"rating":',
    },
    { kind: 'page', path: '/register', headers: html, status: 200, contains: '/assets/' },
    { kind: 'rest', path: '/products/1002/reviews', headers: json, status: 200, contains: '"' },
    {
      kind: 'review',
      method: 'POST',
      path: '/products/1002/reviews',
      headers: json,
      body: review,
      status: 201,
      contains: '"',
    },
  ];
  const members: Visit[] = [];
  for (let index = 0; index < Number(options.customers); index++) {
    const email = `ann${index}@example.com`;
    const body = JSON.stringify({ name: `Ann ${index}`, email, password: 'a-long-password' });
    const { status, headers, text } = await send(`${url}/customers`, { method: 'POST', headers: json, body });
    const cookie = headers['set-cookie']?.[0]?.split(';')[0];
    if (cookie === undefined) throw new Error(`/customers answers ${status}: ${text}`);
    const me = JSON.stringify({ query: '{ me { email } }' });
    members.push(
      { kind: 'account', path: '/account', headers: { ...html, cookie }, status: 200, contains: email },
      {
        kind: 'me',
        method: 'POST',
        path: '/graphql',
        headers: { ...json, cookie },
        body: me,
        status: 200,
        contains: email,
      },
    );
  }
  return [...guests, ...members, ...guests];
}

function report(phases: readonly Phase[]): void {
  console.log(`Node ${process.version}; ${rate} requests a second`);
  console.table(
    phases.map(({ name, sent, byKind, failures, latencies }) => {
      const sorted = latencies.toSorted((a, b) => a - b);
      const at = (share: number) => Math.round(sorted[Math.floor(sorted.length * share)] ?? 0);
      const missing = failures.filter(({ kind, what }) => kind === 'asset' && what.startsWith('404')).length;
      return {
        phase: name,
        requests: sent,
        assets: byKind.asset ?? 0,
        failed: failures.length,
        'assets 404': missing,
        'p50 ms': at(0.5),
        'p99 ms': at(0.99),
        'max ms': at(1 - Number.EPSILON),
      };
    }),
  );
  const all = phases.flatMap(({ name, failures }) => failures.map((failure) => ({ phase: name, ...failure })));
  if (all.length > 0) console.table(all.slice(0, 30));
  const total = phases.reduce((sum, { sent }) => sum + sent, 0);
  console.log(`${all.length} failed of ${total}`);
}
