import { relative } from 'node:path';
import { ownFiles } from '#base';
import type { Database, Logger } from '#extension-api';
import { framesOf } from '#watchdog';

/** One operation may run the same statement so often before it looks like one query for each parent. */
const often = 10;
/** Characters of a statement in the log. */
const longestText = 200;

/**
 * In development: a database that logs when one operation runs the same statement more than ten times, with the place
 * in the extension's code.
 */
export function noticeRepeats(database: Database, logger: Logger, counts = new Map<string, number>()): Database {
  return {
    query(text, values) {
      const times = (counts.get(text) ?? 0) + 1;
      counts.set(text, times);
      if (times === often + 1) report(text, logger);
      return database.query(text, values);
    },
    transaction: (work) =>
      database.transaction((transaction) => work({ ...transaction, ...noticeRepeats(transaction, logger, counts) })),
  };
}

function report(text: string, logger: Logger): void {
  const frame = framesOf(new Error('for its stack')).find(
    ({ file }) => !file.startsWith('node:') && !file.startsWith(ownFiles.codeFolder),
  );
  logger.warn('the same statement runs again and again', {
    code: 'STATEMENT_REPEATED',
    moreThan: often,
    statement: text.replaceAll(/\s+/g, ' ').trim().slice(0, longestText),
    where: frame === undefined ? undefined : `${relative(process.cwd(), frame.file)}:${frame.line}`,
    fix: 'Ask once for all parents: write the resolver as { batch } and the statement with "= any($1)".',
  });
}
