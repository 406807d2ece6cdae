import { expect } from 'chai';
import { extensionLogger } from '../../src/base/logger.ts';
import { extensionId } from '../extensions/extension-folder.ts';
import { createMemoryLog } from '../support/memory-log.ts';

describe('an extension’s logger', () => {
  for (const level of ['debug', 'info', 'warn', 'error'] as const)
    it(`has the extension’s own fields in addition to those of each line: ${level}`, () => {
      const log = createMemoryLog();
      const logger = extensionLogger(log.logger.child({ requestId: 'r1' }), extensionId('reviews'));
      logger[level]('imported', { rows: 3, time: 12, level: 'gold', msg: 'x', requestId: 'r2', extension: 'catalog' });
      const own = { rows: 3, time_: 12, level_: 'gold', msg_: 'x', requestId_: 'r2', extension_: 'catalog' };
      expect(log.events('imported')[0]).to.include({ requestId: 'r1', extension: 'reviews', ...own });
      expect(log.events('imported')[0]?.level).to.be.a('number');
    });

  it('leaves other fields alone, and needs none', () => {
    const log = createMemoryLog();
    const logger = extensionLogger(log.logger, extensionId('reviews'));
    logger.info('begun');
    logger.info('ended', { rows: 3 });
    expect([log.events('begun')[0]?.extension, log.events('ended')[0]?.rows]).to.deep.equal(['reviews', 3]);
  });
});
