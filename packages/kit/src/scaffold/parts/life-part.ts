import { type PartTemplate, testText } from '../shared/new-part.ts';

/** What an extension starts and stops. */
export const lifePart: PartTemplate = {
  named: 'name of the extension module, which is always extension',
  name: 'extension',
  pattern: /^extension$/,
  questions: [],
  write: ({ extension }) => ({
    files: {
      'extension.ts': `import type { Start, Stop } from 'stoa';

/** Runs before the first request, in each process. */
export const start: Start = ({ every, logger }) => {
  every(60_000, () => logger.debug('a minute later'));
  logger.info('started');
};

/** Runs after the last request. */
export const stop: Stop = () => undefined;
`,
      'test/life.test.ts': testText(extension, 'its life', [
        `  it('is started', async () => {
    await using opened = await openExtension('${extension}');
    assert.ok(opened.log.some((line) => line.includes('"started"')));
  });`,
      ]),
    },
  }),
};
