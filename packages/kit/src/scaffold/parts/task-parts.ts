import { eventName } from 'stoa/tooling';
import { generated, NewPartError, type PartTemplate, type Question, testText } from '../shared/new-part.ts';

const idOf = (event: string): string => `${event.split('.')[0]}Id`;

/** An event that the extension publishes. */
export const eventPart: PartTemplate = {
  named: 'name of the event, e.g. review.created',
  pattern: eventName,
  questions: [],
  write: ({ name }) => ({
    files: {
      [`events/${name}.json`]: `${JSON.stringify(
        { type: 'object', required: [idOf(name)], properties: { [idOf(name)]: { type: 'string' } } },
        null,
        2,
      )}\n`,
    },
  }),
};

const event: Question = {
  flag: 'event',
  text: 'The event that it waits for',
  suggest: () => 'order.confirmed',
};

/** What the extension does when an event is published. */
export const subscriberPart: PartTemplate = {
  named: 'name of the subscriber, e.g. ratings',
  pattern: /^[a-zA-Z][a-zA-Z0-9-]*$/,
  questions: [event],
  write({ name, extension, options: { event: taken = '', payload = `{ ${idOf(taken)}: '1' }` } }) {
    if (!eventName.test(taken))
      throw new NewPartError(`"${taken}" cannot be an event`, 'Write e.g. --event order.confirmed.');
    return {
      files: {
        [`subscribers/${taken}/${name}.ts`]: `import type { SubscriberOf } from ${generated(extension, 2)};

/** Runs at least once for each event. The key is the same each time. */
const take: SubscriberOf<'${taken}'> = async ({ key, payload }, { logger }) => {
  logger.info('${taken} taken', { key, fields: Object.keys(payload) });
};
export default take;
`,
        [`test/${name}.test.ts`]: testText(extension, `the subscriber ${name}`, [
          `  it('takes an event', async () => {
    await using opened = await openExtension('${extension}');
    await opened.publish('${taken}', ${payload});
    assert.ok(opened.log.some((line) => line.includes('"${taken} taken"')));
  });`,
        ]),
      },
    };
  },
};

/** Work of the extension at a time. */
export const jobPart: PartTemplate = {
  named: 'name of the job, e.g. nightly',
  pattern: /^[a-zA-Z][a-zA-Z0-9-]*$/,
  questions: [{ flag: 'cron', text: 'When it runs, as cron', suggest: () => '0 3 * * *' }],
  write: ({ name, extension, options: { cron = '' } }) => ({
    files: {
      [`jobs/${name}.json`]: `${JSON.stringify({ cron }, null, 2)}\n`,
      [`jobs/${name}.ts`]: `import type { JobOf } from ${generated(extension, 1)};

/** Runs once a tick, in one of the shop's processes. */
const work: JobOf<'${name}'> = async (_input, { logger, signal }) => {
  signal.throwIfAborted();
  logger.info('${name} done');
};
export default work;
`,
      [`test/${name}.test.ts`]: testText(extension, `the job ${name}`, [
        `  it('is done', async () => {
    await using opened = await openExtension('${extension}');
    await opened.runJob('${name}');
    assert.ok(opened.log.some((line) => line.includes('"${name} done"')));
  });`,
      ]),
    },
  }),
};
