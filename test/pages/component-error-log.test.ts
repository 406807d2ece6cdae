import { expect } from 'chai';
import { ComponentErrorLog } from '../../src/pages/component-error-log.ts';
import type { PageComponent } from '../../src/pages/components/page-component.ts';
import { extensionId } from '../support/database.ts';
import { createMemoryLog, type MemoryLog } from '../support/memory-log.ts';

const reviews: PageComponent = {
  extension: extensionId('reviews'),
  group: 'productPage',
  name: 'Reviews',
  file: '/shop/extensions/reviews/pages/productPage/Reviews.tsx',
  layout: { areaId: 'content', sortOrder: 1 },
  query: undefined,
  hydrate: undefined,
  areas: [],
};

/** The lines of components that are left out, without their time. */
const lines = (log: MemoryLog) =>
  ['component left out', 'component left out again'].flatMap((event) =>
    log.events(event).map(({ component, reason, count }) => [component, reason, count]),
  );

describe('what is left out of pages', () => {
  const note = (
    leftOut: ComponentErrorLog,
    { logger }: Pick<MemoryLog, 'logger'>,
    reason: string,
    component = reviews,
  ) => leftOut.note(component, { reason }, { request: logger, process: logger, page: 'productPage' });

  it('is logged once for each component and reason', () => {
    const [leftOut, log] = [new ComponentErrorLog(), createMemoryLog()];
    for (const reason of ['away', 'away', 'null', 'away']) note(leftOut, log, reason);
    note(leftOut, log, 'away', { ...reviews, name: 'Stars' });
    expect(lines(log)).to.deep.equal([
      ['Reviews', 'away', undefined],
      ['Reviews', 'null', undefined],
      ['Stars', 'away', undefined],
    ]);
  });

  it('is counted, and the count logged when some time has passed', async () => {
    const [leftOut, log] = [new ComponentErrorLog({ windowMs: 20 }), createMemoryLog()];
    const logged = Promise.withResolvers<void>();
    const warn: MemoryLog['logger']['warn'] = (event, fields) => {
      log.logger.warn(event, fields);
      if (event.endsWith('again')) logged.resolve();
    };
    const logger = { ...log.logger, warn };
    for (const reason of ['away', 'away', 'null', 'away']) note(leftOut, { logger }, reason);
    const keepsProcess = setTimeout(logged.reject, 30_000, new Error('nothing was logged')); // its own timer does not
    await logged.promise;
    clearTimeout(keepsProcess);
    expect(lines(log)).to.deep.equal([
      ['Reviews', 'away', undefined],
      ['Reviews', 'null', undefined],
      ['Reviews', 'away', 2],
    ]);
  });

  it('is one kind for a component whose reasons are too many', () => {
    const [leftOut, log] = [new ComponentErrorLog(), createMemoryLog()];
    for (let number = 0; number < 2_000; number++) note(leftOut, log, `of request ${number}`);
    expect(lines(log)).to.have.length(501);
  });

  it('is logged each time in development', () => {
    const [leftOut, log] = [new ComponentErrorLog({ windowMs: 0 }), createMemoryLog()];
    for (const reason of ['away', 'away']) note(leftOut, log, reason);
    expect(lines(log)).to.have.length(2);
  });
});
