import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import { startGateway } from '../support/start-gateway.ts';
import { waitUntil } from '../support/wait-until.ts';

/** How many resources of each kind keep this process alive. */
function active(): Readonly<Record<string, number>> {
  const kinds = Map.groupBy(process.getActiveResourcesInfo(), (kind) => kind);
  return Object.fromEntries(
    ['Timeout', 'TCPServerWrap', 'TCPSocketWrap'].map((kind) => [kind, kinds.get(kind)?.length ?? 0]),
  );
}

describe('50 reloads of an extension with a timer, a server and a connection', () => {
  it('leave as many as one', async () => {
    await using shop = await startGateway({ fixture: 'life-shop' });
    const file = join(dirname(shop.file), 'extensions/pulse/extension.ts');
    const text = await readFile(file, 'utf8');
    const counts: Readonly<Record<string, number>>[] = [];
    let before = 1;
    for (let version = 101; version <= 150; version++) {
      await writeFile(file, text.replace('version = 1', `version = ${version}`));
      expect((await shop.generations.reload('test')).findings).to.deep.equal([]);
      await waitUntil(() => hasStopped(shop, before));
      before = version;
      counts.push(active());
    }
    // PostgreSQL's connections come and go.
    const [first = {}, last = {}] = [counts[0], counts.at(-1)];
    for (const [kind, count] of Object.entries(last)) expect(count, kind).to.be.at.most((first[kind] ?? 0) + 3);
  });
});

async function hasStopped(shop: Awaited<ReturnType<typeof startGateway>>, version: number): Promise<boolean> {
  const rows = await shop.database('pulse').query('select 1 from beat where what = $1', [`stopped ${version}`]);
  return rows.length > 0;
}
