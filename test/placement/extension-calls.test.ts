import { expect } from 'chai';
import { RequestError } from '#base';
import { ExtensionCalls } from '../../src/placement/extension-calls.ts';
import { extensionId } from '../support/database.ts';
import { createMemoryLog } from '../support/memory-log.ts';

/** What it is told counts after a few microtasks. */
const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('calls of an extension whose database is in trouble', () => {
  interface Trouble {
    began: number;
    ended: number | undefined;
  }

  function callsWith(trouble: () => Trouble | undefined) {
    return new ExtensionCalls({
      extension: extensionId('shop'),
      timeoutMs: 1000,
      breaker: { failures: 2, resetMs: 60_000 },
      logger: createMemoryLog().logger,
      trouble,
    });
  }
  const late = async (calls: ExtensionCalls, times: number): Promise<void> => {
    for (let time = 0; time < times; time++) calls.timedOut();
    await turn();
  };

  it('open no circuit by time-outs', async () => {
    const calls = callsWith(() => ({ began: Date.now(), ended: undefined }));
    await late(calls, 5);
    expect(calls.report).to.include({ state: 'closed', timedOut: 5 });
  });

  it('open one as ever without trouble, and after it', async () => {
    for (const trouble of [undefined, { began: 0, ended: 1 }]) {
      const calls = callsWith(() => trouble);
      await late(calls, 2);
      expect(calls.report.state).to.equal('open');
      expect(() => calls.admit()).to.throw(RequestError);
    }
  });

  it('go on as soon as it ends, when time-outs before its notice had opened the circuit', async () => {
    let trouble: Trouble | undefined;
    const calls = callsWith(() => trouble);
    await late(calls, 2);
    trouble = { began: Date.now() + 500, ended: undefined };
    expect(() => calls.admit()).to.throw(RequestError);
    trouble.ended = Date.now() + 1000;
    expect(calls.admit()).to.equal(undefined);
    expect(calls.report.state).to.equal('closed');
  });
});
