import { once } from 'node:events';
import { expect } from 'chai';
import { takesConnections } from '../support/raw-socket.ts';
import { waitUntil } from '../support/wait-until.ts';
import { answerPid, isAlive, pidsOf, prepareWorkerShop, startWorkerShop } from '../support/worker-shop.ts';

/** Loops when its query asks. */
const rude = `
  export default (request, response) => {
    if (request.query.do === 'loop') { console.error('looping', process.pid); for (;;); }
    response.json({ pid: process.pid });
  };`;

/** As the system does when memory is short: the gateway's own guards would name the extension. */
const killsItself = "import { execSync } from 'node:child_process'; execSync(`kill -9 ${process.pid}`);";

describe('workers at a bad moment', () => {
  context('when a worker ends', () => {
    it('keeps its port, which the system has chosen, when all workers end at once', async () => {
      await using shop = await startWorkerShop();
      const [first = 0, second = 0] = await pidsOf(shop);
      process.kill(first, 'SIGKILL');
      process.kill(second, 'SIGABRT');
      const ended = await shop.until('worker ended', 2);
      expect(ended.find(({ pid }) => pid === second)?.reason).to.match(/^it aborted: /);
      await shop.until('worker replaced', 2);
      expect(await pidsOf(shop)).to.have.length(2);
    });

    it('tries again and again while the replacement cannot start', async () => {
      const breaks = `import { existsSync } from 'node:fs';
        if (existsSync('broken')) throw new Error('it does not load');\n${answerPid}`;
      await using shop = await startWorkerShop({ handler: breaks });
      const { rm, writeFile } = await import('node:fs/promises');
      const flag = shop.file.replace('gateway.yaml', 'broken');
      const [first = 0] = await pidsOf(shop);
      await writeFile(flag, '');
      process.kill(first, 'SIGKILL');
      const failures = await shop.until('worker cannot start', 2);
      expect(failures[0]?.findings?.map(({ code }) => code)).to.deep.equal(['EXTENSION_THROWS']);
      expect((await fetch(`${shop.adminUrl}/readyz`)).status).to.equal(200);
      await rm(flag);
      await shop.until('worker replaced');
      expect(await pidsOf(shop)).to.have.length(2);
    });
  });

  context('when a worker loops', () => {
    it('goes on with the other one, is ready, and replaces it without its connections', async () => {
      await using shop = await startWorkerShop({ handler: rude, server: 'stop: { drainMs: 100 }' });
      await pidsOf(shop);
      await shop.metrics(/^stoa_worker_up\{worker="1"\} 1$/m, /^stoa_worker_up\{worker="2"\} 1$/m);
      const hanging = shop.post('?do=loop').catch(() => 'cut off');
      const looping = Number(await shop.stoa.waitFor(/looping (\d+)/, 'stderr'));
      // The one that is silent keeps its last values.
      const metrics = await shop.metrics(
        /^stoa_worker_up\{worker="[12]"\} 0$/m,
        /^stoa_worker_up\{worker="[12]"\} 1$/m,
      );
      const requests = /^stoa_requests_total\{kind="rest",.*,worker="([12])"\} \d+$/gm;
      expect(new Set([...metrics.matchAll(requests)].map(([, worker]) => worker)).size).to.equal(2);
      expect(metrics).to.match(/^stoa_worker_values_age_seconds\{worker="[12]"\} [\d.]+$/m);
      expect((await fetch(`${shop.adminUrl}/readyz`)).status).to.equal(200);
      const [silent] = await shop.until('worker does not answer');
      expect(silent?.pid).to.equal(looping);
      expect((await shop.until('event loop blocked'))[0]?.worker).to.equal(silent?.worker);
      const [replaced] = await shop.until('worker replaced');
      expect(replaced?.worker).to.equal(silent?.worker);
      expect(await pidsOf(shop)).to.include(replaced?.pid);
      // It is ended in the end, though nothing in it could.
      expect((await shop.until('worker ended'))[0]).to.deep.include({ pid: looping, signal: 'SIGKILL' });
      expect(await hanging).to.equal('cut off');
    });

    it('lets it finish what it has, when it answers again', async () => {
      const busy = `
        export default (request, response) => {
          const until = performance.now() + Number(request.query.ms ?? 0);
          while (performance.now() < until);
          response.json({ pid: process.pid });
        };`;
      await using shop = await startWorkerShop({ handler: busy });
      await pidsOf(shop);
      const answer = shop.post('?ms=8000');
      const [silent] = await shop.until('worker does not answer');
      await shop.until('worker replaced');
      expect(JSON.parse((await answer).body)).to.deep.equal({ pid: silent?.pid });
      expect((await shop.until('worker ended'))[0]).to.deep.include({ pid: silent?.pid, code: 0 });
    });
  });

  context('when its primary is killed', () => {
    it('leaves no process and no port', async () => {
      await using shop = await startWorkerShop();
      const pids = await pidsOf(shop);
      shop.stoa.child.kill('SIGKILL');
      await once(shop.stoa.child, 'exit');
      await waitUntil(() => !pids.some(isAlive));
      expect(await takesConnections(Number(new URL(shop.url).port))).to.equal(false);
    });
  });

  context('when it is asked to stop', () => {
    const slow = `
      export default (_request, response) => {
        process.once('SIGUSR2', () => response.json({ finished: true }));
        console.error('working', process.pid);
      };`;

    it('ends within its time, with 0, though a request never ends and a worker loops', async () => {
      const never = `${rude.replace('response.json', "if (request.query.do !== 'wait') response.json")}`;
      await using shop = await startWorkerShop({
        handler: never,
        server: 'stop: { readinessDelayMs: 0, drainMs: 200 }',
      });
      const answers = ['?do=loop', '?do=wait'].map((query) => shop.post(query).catch(() => 'cut off'));
      await shop.stoa.waitFor(/looping/, 'stderr');
      expect(await shop.stoa.stop('SIGTERM')).to.equal(0);
      expect(await Promise.all(answers)).to.deep.equal(['cut off', 'cut off']);
      expect(shop.stoa.stderr()).to.contain('"stopped"');
    });

    it('cuts off what is under way when asked once more', async () => {
      await using shop = await startWorkerShop({ handler: slow });
      const answer = shop.post().catch(() => 'cut off');
      await shop.stoa.waitFor(/working/, 'stderr');
      // Signals within a second are one request, and a third one would end it at once: so it is asked until it cuts off.
      shop.stoa.child.kill('SIGINT');
      const asking = setInterval(() => shop.stoa.child.kill('SIGINT'), 1_500);
      expect(await answer).to.equal('cut off');
      clearInterval(asking);
      if (shop.stoa.child.exitCode === null) await once(shop.stoa.child, 'exit');
      expect(shop.stoa.child.exitCode).to.equal(0);
    });

    it('replaces a worker that alone was asked to stop, after its requests', async () => {
      await using shop = await startWorkerShop({ handler: slow });
      const answer = shop.post();
      const pid = Number(await shop.stoa.waitFor(/working (\d+)/, 'stderr'));
      process.kill(pid, 'SIGTERM');
      process.kill(pid, 'SIGUSR2');
      expect((await answer).body).to.equal('{"finished":true}');
      expect((await shop.until('worker ended'))[0]?.reason).to.equal('it was asked to stop');
      await shop.until('worker replaced');
    });
  });

  context('when an extension does not load', () => {
    it('prints the finding once, and ends with 1 before it opens a port', async () => {
      await using shop = await prepareWorkerShop({ handler: "throw new Error('it does not load');" });
      await once(shop.stoa.child, 'close');
      expect(shop.stoa.child.exitCode).to.equal(1);
      expect(shop.stoa.stderr().match(/EXTENSION_THROWS/g)).to.have.length(1);
      expect(shop.stoa.stdout()).to.equal('');
    });
  });

  context('when a worker ends while it starts', () => {
    it('says which one and how, and ends with 1', async () => {
      await using shop = await prepareWorkerShop({ handler: killsItself });
      await once(shop.stoa.child, 'close');
      expect(shop.stoa.child.exitCode).to.equal(1);
      expect(shop.stoa.stderr()).to.contain('WORKER_FAILED').and.contain('worker 1').and.contain('SIGKILL');
    });
  });

  it('takes one worker for each processor with "auto"', async () => {
    const { availableParallelism } = await import('node:os');
    await using shop = await startWorkerShop({ workers: 'auto' });
    expect(await pidsOf(shop, availableParallelism())).to.have.length(availableParallelism());
  });
});
