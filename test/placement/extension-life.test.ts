import { once } from 'node:events';
import { expect } from 'chai';
import { noDatabase } from '#postgres';
import { checkLife, ExtensionLife } from '../../src/placement/running/extension-life.ts';
import { extensionId } from '../support/database.ts';
import { createMemoryLog } from '../support/memory-log.ts';

const id = extensionId('pulse');
const manifest = { id, folder: '/shop/extensions/pulse', life: '/shop/extensions/pulse/extension.ts' };

function livesFor(timeoutMs: number) {
  const log = createMemoryLog();
  const parts = { settings: {}, database: () => noDatabase.of(id), endsProcess: false, timeoutMs };
  return { log, life: new ExtensionLife({ manifest, logger: log.logger, life: parts }) };
}

const never = () => new Promise(() => undefined);

describe('start and stop of an extension', () => {
  it('are the only exports of extension.ts, and functions', () => {
    const wrong = [{}, { start: 1 }, { start: never, end: never }, { default: { start: never } }];
    expect(wrong.map((module) => checkLife(manifest, module).map(({ what }) => what))).to.deep.equal([
      ['exports neither "start" nor "stop"'],
      ['has a number as "start", not a function'],
      ['exports "end", which nothing reads'],
      ['exports "default", which nothing reads'],
    ]);
    for (const module of [{ start: never }, { stop: never }]) expect(checkLife(manifest, module)).to.deep.equal([]);
  });

  it('have a time limit', async () => {
    const { life, log } = livesFor(20);
    const [finding] = await life.start({ start: never });
    expect(finding).to.include({
      code: 'EXTENSION_NOT_STARTED',
      what: 'start() of the extension "pulse" has not ended after 20 ms',
    });
    expect(finding?.where.file).to.equal(manifest.life);
    const other = livesFor(20);
    expect(await other.life.start({ stop: never })).to.deep.equal([]);
    await other.life.stop();
    expect(other.log.text()).to.include('"stop failed"').and.to.include('has not ended after 20 ms');
    expect(log.text()).to.equal('');
  });

  it('abort their signal: before stop, and when start fails', async () => {
    let signal = AbortSignal.abort();
    const start = (context: { readonly signal: AbortSignal }) => {
      ({ signal } = context);
    };
    let isAborted = false;
    const { life } = livesFor(1_000);
    await life.start({
      start,
      stop: () => {
        isAborted = signal.aborted;
      },
    });
    expect(signal.aborted).to.equal(false);
    await life.stop();
    expect(isAborted).to.equal(true);
    await livesFor(1_000).life.start({
      start: (context: { readonly signal: AbortSignal }) => {
        start(context);
        throw new Error('no');
      },
    });
    expect(signal.aborted).to.equal(true);
  });

  it('repeat work that throws, one after another, until the end', async () => {
    const { life, log } = livesFor(1_000);
    const target = new EventTarget();
    let running = 0;
    let most = 0;
    await life.start({
      start({ every }: { every(ms: number, work: () => unknown): void }) {
        every(1, async () => {
          most = Math.max(most, ++running);
          target.dispatchEvent(new Event('turn'));
          await new Promise(setImmediate);
          running--;
          throw new Error('a bad turn');
        });
      },
    });
    for (let turn = 0; turn < 3; turn++) await once(target, 'turn');
    await life.stop();
    expect(most).to.equal(1);
    expect(log.events('work of context.every failed').length).to.be.above(1);
  });

  for (const hasStop of [true, false])
    it(`end in order: work that runs just then, then ${hasStop ? 'stop' : 'the extension'}`, async () => {
      const { life } = livesFor(5_000);
      const began = Promise.withResolvers<void>();
      const ends = Promise.withResolvers<void>();
      const seen: string[] = [];
      await life.start({
        start({ every }: { every(ms: number, work: () => unknown): void }) {
          every(1, async () => {
            began.resolve();
            await ends.promise;
            seen.push('work');
          });
        },
        ...(hasStop && { stop: () => seen.push('stop') }),
      });
      await began.promise;
      const stopped = life.stop().then(() => seen.push('end'));
      await new Promise(setImmediate);
      ends.resolve();
      await stopped;
      expect(seen).to.deep.equal(['work', ...(hasStop ? ['stop'] : []), 'end']);
    });

  it('refuse a time that a timer cannot have', async () => {
    for (const ms of [0, Number.NaN, 2 ** 31]) {
      const start = ({ every }: { every(ms: number, work: () => unknown): void }) => every(ms, () => undefined);
      expect((await livesFor(1_000).life.start({ start }))[0]?.what).to.include(`context.every: ${ms} is not 1 to`);
    }
  });
});
