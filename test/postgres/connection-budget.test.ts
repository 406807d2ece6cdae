import { expect } from 'chai';
import { type ConnectionSettings, connect, openSession } from '../../src/postgres/connection/connect.ts';
import type { DatabaseServer } from '../../src/postgres/database-server.ts';
import { ConnectionBudget } from '../../src/postgres/pool/connection-budget.ts';
import {
  type DatabaseFolder,
  embeddedSettings,
  extensionId,
  makeDatabaseFolder,
  openTestDatabase,
} from '../support/database.ts';
import { rejection } from '../support/rejection.ts';
import { waitUntil } from '../support/wait-until.ts';

describe('ConnectionBudget', () => {
  const [one, two] = [extensionId('one'), extensionId('two')];
  let folder: DatabaseFolder;
  let server: DatabaseServer;
  let settings: ConnectionSettings;

  before(async () => {
    folder = await makeDatabaseFolder();
    server = await openTestDatabase(folder);
    settings = await embeddedSettings(folder);
  });
  after(async () => {
    await server.close();
    await folder[Symbol.asyncDispose]();
  });

  function makeBudget(limit: number, times: { waitMs?: number; idleMs?: number; settleMs?: number } = {}) {
    const opened: string[] = [];
    const budget = new ConnectionBudget({
      limit,
      ...times,
      open: async (extension, onLost) => {
        opened.push(extension);
        return await openSession(settings, onLost);
      },
      onLost: () => undefined,
    });
    return { budget, opened, [Symbol.asyncDispose]: () => budget.close(0) };
  }

  it('lends an idle connection again', async () => {
    await using made = makeBudget(2);
    for (const _ of [1, 2, 3]) made.budget.release(await made.budget.acquire(one));
    expect(made.opened).to.deep.equal(['one']);
  });

  it('refuses who has waited too long, as unavailable', async () => {
    await using made = makeBudget(1, { waitMs: 20 });
    await made.budget.acquire(one);
    const error = await rejection(made.budget.acquire(one));
    expect(error).to.include({ code: 'UNAVAILABLE', status: 503 });
  });

  it('refuses who came later too, when they have waited as long', async () => {
    await using made = makeBudget(1, { waitMs: 20 });
    const lent = await made.budget.acquire(one);
    const first = rejection(made.budget.acquire(one));
    await lent.client.query('select pg_sleep(0.01)');
    const second = rejection(made.budget.acquire(one));
    expect(await first).to.include({ code: 'UNAVAILABLE' });
    expect(await second).to.include({ code: 'UNAVAILABLE' });
    expect(made.budget.use).to.include({ inUse: 1, waiting: 0 });
  });

  it('closes an idle connection when another extension needs its slot', async () => {
    await using made = makeBudget(3, { settleMs: 10 });
    made.budget.register(two);
    const idle = [await made.budget.acquire(one), await made.budget.acquire(one)];
    for (const connection of idle) made.budget.release(connection);
    const [first] = idle;
    const ended = new Promise<void>((resolve) => first?.client.once('end', () => resolve()));
    const lent = [await made.budget.acquire(two), await made.budget.acquire(two)];
    await ended;
    expect(lent.map(({ pool }) => pool.extension)).to.deep.equal(['two', 'two']);
    expect(made.opened).to.deep.equal(['one', 'one', 'two', 'two']);
  });

  it('does not close and open connections in turn when two extensions are busy at once', async () => {
    await using made = makeBudget(4, { settleMs: 60_000 });
    made.budget.register(two);
    const work = async (extension: typeof one): Promise<void> => {
      const connection = await made.budget.acquire(extension);
      await connection.client.query('select 1');
      made.budget.release(connection);
    };
    const round = () => Promise.all(Array.from({ length: 10 }, () => [work(one), work(two)]).flat());
    for (let rounds = 0; rounds < 10; rounds++) await round();
    // The first to come took three of the four slots, and gave one back: a fair share is two.
    expect(made.opened.length).to.be.at.most(5);
  });

  it('gives an extension that waits what a neighbour has stopped using', async () => {
    await using made = makeBudget(4, { settleMs: 10, waitMs: 10_000 });
    made.budget.register(two);
    const busy = await Promise.all([1, 2, 3].map(() => made.budget.acquire(one)));
    const first = await made.budget.acquire(two);
    for (const connection of busy) made.budget.release(connection);
    const more = await Promise.all([made.budget.acquire(two), made.budget.acquire(two)]);
    expect([first, ...more].map(({ pool }) => pool.extension)).to.deep.equal(['two', 'two', 'two']);
  });

  it('hands a connection to a starving extension when there are fewer slots than extensions', async () => {
    await using made = makeBudget(1);
    made.budget.register(two);
    const first = await made.budget.acquire(one);
    const waiting = [made.budget.acquire(one), made.budget.acquire(two)];
    made.budget.release(first);
    const connection = await Promise.race(waiting);
    expect(connection.pool.extension).to.equal('two');
    made.budget.release(connection);
    expect((await waiting[0])?.pool.extension).to.equal('one');
  });

  describe('with connections of other processes', () => {
    it('asks a process for its connections when an extension has none', async () => {
      await using made = makeBudget(2);
      let asked = 0;
      const slots: (() => void)[] = [];
      for (const _ of [1, 2]) slots.push(await made.budget.reserve(one, () => ++asked));
      const waiting = made.budget.acquire(two);
      expect(asked).to.equal(1);
      slots[0]?.();
      expect((await waiting).pool.extension).to.equal('two');
      expect(made.budget.use).to.include({ open: 2, inUse: 1, waiting: 0 });
    });

    it('asks it for its only one when there are fewer slots than extensions', async () => {
      await using made = makeBudget(1);
      const giveBack = Promise.withResolvers<void>();
      const free = await made.budget.reserve(one, giveBack.resolve);
      const waiting = made.budget.acquire(two);
      await giveBack.promise;
      free();
      expect((await waiting).pool.extension).to.equal('two');
    });

    it('asks each process once in a while', async () => {
      await using made = makeBudget(1, { settleMs: 60_000, waitMs: 20 });
      let asked = 0;
      const free = await made.budget.reserve(one, () => ++asked);
      const waits = await Promise.all([1, 2, 3].map(() => rejection(made.budget.acquire(two))));
      for (const error of waits) expect(error).to.include({ code: 'UNAVAILABLE' });
      expect(asked).to.equal(1);
      free();
    });

    it('lets a process wait for its turn, and not longer than others', async () => {
      await using made = makeBudget(1, { waitMs: 50 });
      const lent = await made.budget.acquire(one);
      const slot = made.budget.reserve(two, () => undefined);
      made.budget.release(lent);
      const free = await slot;
      expect(made.budget.use).to.include({ open: 1, inUse: 0 });
      expect(await rejection(made.budget.reserve(one, () => undefined))).to.include({
        code: 'UNAVAILABLE',
        status: 503,
      });
      free();
      expect(made.budget.use).to.include({ open: 0 });
    });

    it('asks processes in turn', async () => {
      await using made = makeBudget(3, { settleMs: 10 });
      const asked: string[] = [];
      const [first, ...others] = [
        await made.budget.reserve(one, () => asked.push('first')),
        await made.budget.reserve(one, () => asked.push('second')),
        await made.budget.reserve(extensionId('three'), () => asked.push('third')),
      ];
      const waiting = made.budget.acquire(two);
      await waitUntil(() => asked.length >= 3);
      expect(asked.slice(0, 2)).to.have.members(['first', 'second']);
      first?.();
      expect((await waiting).pool.extension).to.equal('two');
      for (const free of others) free();
    });

    it('asks one process of an extension for another one', async () => {
      await using made = makeBudget(1);
      let asked = 0;
      const free = await made.budget.reserve(one, () => ++asked);
      const slot = made.budget.reserve(one, () => undefined);
      expect(asked).to.equal(1);
      free();
      (await slot)();
    });

    it('asks a process again at once when it has given back a connection', async () => {
      await using made = makeBudget(2, { settleMs: 60_000 });
      let asked = 0;
      const slots = [await made.budget.reserve(one, () => ++asked), await made.budget.reserve(one, () => ++asked)];
      made.budget.register(two);
      const waiting = [made.budget.acquire(two), made.budget.acquire(extensionId('three'))];
      for (const [index, free] of slots.entries()) {
        expect(asked).to.equal(index + 1);
        free();
      }
      expect(await Promise.all(waiting)).to.have.lengthOf(2);
    });

    it('asks a process also when others hold some for good', async () => {
      await using made = makeBudget(3);
      let asked = 0;
      const slots: (() => void)[] = [];
      for (const _ of [1, 2, 3]) slots.push(await made.budget.reserve(one, () => ++asked));
      made.budget.withhold(1);
      const waiting = made.budget.acquire(two);
      for (const free of slots.slice(0, 2)) {
        expect(asked).to.be.above(0);
        free();
      }
      expect((await waiting).pool.extension).to.equal('two');
      slots[2]?.();
    });

    it('is not crowded for good after one long wait', async () => {
      await using made = makeBudget(1, { waitMs: 60_000 });
      const lent = await made.budget.acquire(two);
      const slow = made.budget.reserve(one, () => undefined);
      await lent.client.query('select pg_sleep(4)');
      made.budget.release(lent);
      (await slow)();
      for (let time = 0; time < 200; time++) (await made.budget.reserve(one, () => undefined))();
      const free = await made.budget.reserve(one, () => undefined);
      const waiting = made.budget.reserve(one, () => undefined);
      expect(made.budget.isCrowded(one)).to.equal(false);
      free();
      (await waiting)();
    });

    it('frees a slot once, however often it is said', async () => {
      await using made = makeBudget(2);
      const [first, second] = [
        await made.budget.reserve(one, () => undefined),
        await made.budget.reserve(one, () => undefined),
      ];
      for (const free of [first, first, second]) free();
      expect(made.budget.use).to.include({ open: 0 });
    });

    it('keeps no slot for an extension that is gone, wherever it was', async () => {
      await using made = makeBudget(2);
      (await made.budget.reserve(one, () => undefined))();
      made.budget.keepOnly([two]);
      const lent = [await made.budget.acquire(two), await made.budget.acquire(two)];
      expect(lent).to.have.lengthOf(2);
    });

    it('gives back an idle connection, or else one after its statements', async () => {
      await using made = makeBudget(3);
      const lent = [await made.budget.acquire(one), await made.budget.acquire(one), await made.budget.acquire(one)];
      const [idle, ...busy] = lent;
      if (idle !== undefined) made.budget.release(idle);
      for (const open of [2, 2, 2]) {
        made.budget.giveBack();
        expect(made.budget.use).to.include({ open });
      }
      for (const connection of busy) made.budget.release(connection);
      expect(made.budget.use).to.include({ open: 0, idle: 0 });
    });

    it('gives a process the slot of a connection of its own extension', async () => {
      await using made = makeBudget(1);
      const lent = await made.budget.acquire(one);
      const slot = made.budget.reserve(one, () => undefined);
      made.budget.release(lent);
      const free = await slot;
      expect(made.budget.use).to.include({ open: 1, inUse: 0, idle: 0 });
      free();
    });
  });

  it('keeps the slot of an extension without a connection while others hold some for good', async () => {
    await using made = makeBudget(4);
    const three = extensionId('three');
    for (const extension of [one, two, three]) made.budget.register(extension);
    const lent = [await made.budget.acquire(one), await made.budget.acquire(one)];
    const [longest] = lent;
    const ended = new Promise<void>((resolve) => longest?.client.once('end', () => resolve()));
    const giveBack = made.budget.withhold(1);
    for (const connection of lent) made.budget.release(connection);
    for (const extension of [two, three]) made.budget.release(await made.budget.acquire(extension));
    await ended;
    expect(made.budget.use).to.include({ limit: 4, open: 4, idle: 3 });
    giveBack();
    await made.budget.acquire(one);
    await made.budget.acquire(one);
    expect(made.budget.use).to.include({ limit: 4, open: 4 });
  });

  it('closes what is idle and too much when others hold some for good', async () => {
    await using made = makeBudget(2);
    const idle = [await made.budget.acquire(one), await made.budget.acquire(one)];
    for (const connection of idle) made.budget.release(connection);
    const [longest] = idle;
    const ended = new Promise<void>((resolve) => longest?.client.once('end', () => resolve()));
    made.budget.withhold(1);
    await ended;
    expect(made.budget.use).to.include({ limit: 2, open: 2, idle: 1 });
  });

  it('replaces a connection that is given back as unusable', async () => {
    await using made = makeBudget(1);
    const first = await made.budget.acquire(one);
    const waiting = made.budget.acquire(one);
    made.budget.release(first, { discard: true });
    expect(await waiting).to.not.equal(first);
  });

  it('gives the slot of an extension that is forgotten to another, and takes it in again when it asks', async () => {
    await using made = makeBudget(2);
    const [used, idle] = [await made.budget.acquire(one), await made.budget.acquire(one)];
    made.budget.release(idle);
    made.budget.forget(one);
    expect(made.budget.use).to.include({ open: 1, inUse: 1, idle: 0 });
    const waiting = made.budget.acquire(two);
    const second = await waiting;
    made.budget.release(used);
    expect(made.budget.use).to.include({ open: 1, inUse: 1, idle: 0 });
    made.budget.release(second);
    const again = await made.budget.acquire(one);
    made.budget.release(again);
    expect(made.budget.use).to.include({ open: 2, inUse: 0, idle: 2 });
    expect(made.opened).to.deep.equal(['one', 'one', 'two', 'one']);
  });

  it('keeps no slot for an extension that is forgotten', async () => {
    await using made = makeBudget(2);
    made.budget.register(one);
    made.budget.register(two);
    await made.budget.acquire(two);
    const waiting = made.budget.acquire(two);
    made.budget.forget(one);
    expect(await waiting).to.be.an('object');
  });

  it('forgets an idle connection that the server ends', async () => {
    await using made = makeBudget(1);
    const first = await made.budget.acquire(one);
    const ended = new Promise<void>((resolve) => first.client.once('end', () => resolve()));
    const { rows } = await first.client.query<{ pid: number }>('select pg_backend_pid() as pid');
    made.budget.release(first);
    const admin = await connect(settings);
    await admin.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
    await admin.end();
    await ended;
    expect(await made.budget.acquire(one)).to.not.equal(first);
  });

  it('closes connections that nobody uses', async () => {
    await using made = makeBudget(1, { idleMs: 10 });
    const first = await made.budget.acquire(one);
    const ended = new Promise<void>((resolve) => first.client.once('end', () => resolve()));
    made.budget.release(first);
    await ended;
  });

  it('does not lose a slot when a connection cannot be opened', async () => {
    let failing = true;
    const budget = new ConnectionBudget({
      limit: 1,
      open: (_, onLost) => (failing ? Promise.reject(new Error('no')) : openSession(settings, onLost)),
      onLost: () => undefined,
    });
    expect(await rejection(budget.acquire(one))).to.match(/no/);
    failing = false;
    budget.release(await budget.acquire(one));
    await budget.close();
  });

  it('refuses who waits and who comes when it closes', async () => {
    const { budget } = makeBudget(1);
    await budget.acquire(one);
    const waiting = rejection(budget.acquire(one));
    await budget.close(0);
    expect(await waiting).to.match(/stopping/);
    expect(await rejection(budget.acquire(one))).to.match(/stopping/);
  });
});
