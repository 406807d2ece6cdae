import { eventName } from 'stoa/tooling';
import { capitalized, kebabName, pascal, spoken } from '../shared/names.ts';
import {
  generated,
  type NewPart,
  NewPartError,
  type PartTemplate,
  type Question,
  testText,
} from '../shared/new-part.ts';

const idOf = (event: string): string => `${event.split('.')[0]}Id`;

/** Events and mails are handed over in the extension's own database. */
function requireMigration({ extension, migrations }: NewPart): void {
  if (migrations.length > 0) return;
  const what = `${extension} has no migrations, so it has no database that could hand it over`;
  throw new NewPartError(what, `Write a table first, e.g. npx stoa new type Note --extension ${extension}.`);
}

/** An event that the extension publishes. */
export const eventPart: PartTemplate = {
  named: 'name of the event, e.g. review.created',
  pattern: eventName,
  questions: [],
  write(part) {
    requireMigration(part);
    const id = idOf(part.name);
    const schema = { type: 'object', required: [id], properties: { [id]: { type: 'string' } } };
    return { files: { [`events/${part.name}.json`]: `${JSON.stringify(schema, null, 2)}\n` } };
  },
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

/** A mail with typed props and texts. Its test sends one. */
export const mailPart: PartTemplate = {
  named: 'name of the mail, e.g. order-confirmed',
  pattern: kebabName,
  questions: [],
  write(part) {
    requireMigration(part);
    const { name, extension } = part;
    const subject = capitalized(spoken(name));
    return {
      texts: { [`${name}.subject`]: subject, [`${name}.greeting`]: 'Hello {name}' },
      files: {
        [`mails/${name}.tsx`]: `import { useShop, useText } from 'stoa';
import type { Texts } from ${generated(extension, 1)};

export const subject = '${name}.subject';

export default function ${pascal(name)}({ name }: { readonly name: string }) {
  const text = useText<Texts>();
  return (
    <html lang={useShop().locale}>
      <body>
        <p>{text('${name}.greeting', { name })}</p>
      </body>
    </html>
  );
}
`,
        [`test/${name}.test.ts`]: testText(extension, `the mail ${name}`, [
          `  it('greets its reader', async () => {
    await using opened = await openExtension('${extension}');
    await opened.mail('${name}', { to: 'ann@example.com', props: { name: 'Ann' } });
    const [mail] = await opened.mails();
    assert.deepEqual([mail?.to, mail?.subject, mail?.text], ['ann@example.com', '${subject}', 'Hello Ann']);
  });`,
        ]),
      },
    };
  },
};
