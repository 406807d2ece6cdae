import { once } from 'node:events';
import { expect } from 'chai';
import { takesConnections } from '../support/raw-socket.ts';
import { untilFound } from '../support/wait-until.ts';
import { isAlive, type LogEvent, pidsOf, startWorkerShop, type WorkerShop } from '../support/worker-shop.ts';

/** Throws, or waits for a signal, when its query asks. */
const handler = `
  export default (request, response) => {
    if (request.query.do === 'throw') throw new Error('the till jammed');
    if (request.query.do !== 'wait') return response.json({ pid: process.pid });
    process.once('SIGUSR2', () => response.json({ finished: true }));
    console.error('working', process.pid);
  };`;

describe('stoa start --workers 2', () => {
  let shop: WorkerShop;
  before(async () => {
    shop = await startWorkerShop({ handler });
  });
  after(() => shop[Symbol.asyncDispose]());

  it('answers in two processes in turn, none of which is the primary, at one port', async () => {
    const answers = [await shop.post(), await shop.post(), await shop.post(), await shop.post()];
    const pids = answers.map(({ body }): number => JSON.parse(body).pid);
    expect(new Set(pids).size).to.equal(2);
    expect(pids[0]).to.equal(pids[2]);
    expect(pids).to.not.include(shop.stoa.child.pid);
  });

  /** A page of the console, once it has this: it goes without a worker that is busy. */
  const shows = (page: string, pattern: RegExp): Promise<string> =>
    untilFound(async () => {
      const text = await (await fetch(`${shop.adminUrl}/console/${page}`)).text();
      return pattern.test(text) ? text : undefined;
    });

  it('finds an error of any worker in the console, and the slowest of all', async () => {
    const failed = [await shop.post('?do=throw'), await shop.post('?do=throw')];
    const ids = failed.map(({ body }) => /request ([\w-]+)/.exec(body)?.[1] ?? '');
    for (const id of ids) {
      const errors = await shows(`errors?id=${id}`, /the till jammed/);
      expect(errors).to.match(/>POST [^<]+<[\s\S]*>500</);
    }
    // Four requests of the test before, and these two.
    await shows('slowest', /<code>POST [^<]+<[\s\S]*?<td>6<\/td>/);
  });

  it('says which worker ended and why, goes on with the other, and replaces it at the same port', async () => {
    const [first = 0, second = 0] = await pidsOf(shop);
    process.kill(first, 'SIGKILL');
    const ended = await endOf(shop, first);
    expect(ended).to.deep.include({ signal: 'SIGKILL' });
    expect(ended.reason).to.match(/^SIGKILL: /);
    // Until the replacement is there, the other one gets all requests.
    expect(JSON.parse((await shop.post()).body).pid).to.equal(second);
    const [replaced] = await shop.until('worker replaced');
    expect(replaced?.worker).to.equal(ended.worker);
    expect((await pidsOf(shop)).toSorted()).to.deep.equal([second, replaced?.pid].toSorted());
    const count = new RegExp(`^stoa_worker_replacements_total\\{worker="${ended.worker}"\\} 1$`, 'm');
    expect(await shop.metrics(count)).to.match(count);
  });

  it('is not ready when asked to stop, finishes what all workers have under way, and ends with 0', async () => {
    const answers = [shop.post('?do=wait'), shop.post('?do=wait')];
    await shop.stoa.waitFor(/working[\s\S]*working \d+\n/, 'stderr');
    const pids = [...shop.stoa.stderr().matchAll(/working (\d+)/g)].map(([, pid]) => Number(pid));
    const exited = once(shop.stoa.child, 'close');
    shop.stoa.child.kill('SIGTERM');
    while ((await fetch(`${shop.adminUrl}/readyz`)).status !== 503);
    while (await takesConnections(Number(new URL(shop.url).port)));
    for (const pid of pids) process.kill(pid, 'SIGUSR2');
    for (const answer of answers) expect((await answer).body).to.equal('{"finished":true}');
    expect(await exited).to.deep.equal([0, null]);
    expect(shop.stoa.stderr()).to.contain('"stopped"');
    expect(pids.filter(isAlive)).to.deep.equal([]);
  });
});

/** On a busy machine, another worker may have ended before. */
async function endOf(shop: WorkerShop, pid: number): Promise<LogEvent> {
  for (let count = 1; ; count++) {
    const ended = (await shop.until('worker ended', count)).find((event) => event.pid === pid);
    if (ended !== undefined) return ended;
  }
}
