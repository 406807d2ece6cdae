import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect } from 'chai';
import type { StatementLoad } from '../support/statement-load.ts';

const thread = new URL('../support/statement-load.ts', import.meta.url);
const size = { statements: 4_000, characters: 16_000 };

/** What the listeners of all requests hold together. Where ended ones are not freed, all of it is in the old space. */
const heldMb = (size.statements * size.characters) / 1e6;

/** The old space gets compiled code, and what is under way at each collection of the young space. */
const mostMb = heldMb / 4;

/** The most by which the old space grows. Young collections fill it, and the first full one empties it. */
async function growthMb(load: Pick<StatementLoad, 'callers' | 'text'>): Promise<number> {
  const worker = new Worker(thread, { workerData: { ...size, ...load } satisfies StatementLoad });
  const [growth]: number[] = await once(worker, 'message');
  await once(worker, 'exit');
  return growth ?? Number.NaN;
}

describe('the memory of statements that have ended', () => {
  it('does not fill the old space with their rows', async () => {
    const text = "select g as id, repeat('x', 200) as name from generate_series(1, 20) g";
    expect(await growthMb({ callers: 4, text })).to.be.below(mostMb);
  });

  it('does not fill the old space with requests that waited for a connection', async () => {
    expect(await growthMb({ callers: 64, text: 'select 1 as one' })).to.be.below(mostMb);
  });
});
