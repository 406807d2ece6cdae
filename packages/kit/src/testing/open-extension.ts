import { type ExtensionOptions, issueToken, issueVisitor, type TestExtension } from 'stoa/tooling';
import { openAlone } from './alone/open-alone.ts';
import { testMails } from './alone/test-mails.ts';
import { testTasks } from './alone/test-tasks.ts';
import { requestsTo } from './server/test-requests.ts';

/** Opens one extension alone, for a test. Throws StartupError. */
export async function openExtension(name: string, options: ExtensionOptions): Promise<TestExtension> {
  const {
    mocks = {},
    random = 1,
    nulls = 0,
    seed = true,
    from = process.cwd(),
    locale = 'en-IE',
    locales = [locale],
    currency = 'EUR',
    timeZone = 'UTC',
    environment = {},
    settings = {},
  } = options;
  const shop = { locale, locales, currency, timeZone, environment, settings };
  const alone = await openAlone(name, { mocks, random, nulls, seed, from, ...shop });
  const { config, running, database, log, takeQueries, takeProblems } = alone;
  const requests = requestsTo(running.url);
  const checked = async <Answer>(sending: Promise<Answer>): Promise<Answer> => {
    const answer = await sending;
    const problems = takeProblems();
    if (problems.length === 0) return answer;
    throw new Error(`The code of ${name} is wrong:\n  ${problems.join('\n  ')}`);
  };
  let closing: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    closing ??= alone.close();
    await closing;
  };
  return {
    ask: (document, variables, user) => checked(alone.ask(document, variables, user)),
    graphql: (...given) => checked(requests.graphql(...given)),
    rest: (...given) => checked(requests.rest(...given)),
    page: (...given) => checked(requests.page(...given)),
    form: (...given) => checked(requests.form(...given)),
    url: running.url,
    log,
    database,
    close,
    ...testTasks(alone),
    ...testMails(alone),
    records: () => running.database.records(alone.manifest.id),
    queries: takeQueries,
    token: ({ id = 'tester', permissions = [] } = {}) => issueToken(config, { subject: id, permissions }),
    visitor: () => issueVisitor(config),
    [Symbol.asyncDispose]: close,
  };
}
