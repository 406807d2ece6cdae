import type { Database } from '../extension-api.ts';
import type { SpanInfo, Tracing } from '../telemetry/tracing.ts';

/**
 * The same database, each of whose statements and transactions is a span. Values are not told: they may be
 * anything.
 */
export function traceDatabase(database: Database, extension: string, tracing: Tracing): Database {
  const info = (name: string, text?: string): SpanInfo => ({
    name,
    kind: 'client',
    attributes: {
      'db.system.name': 'postgresql',
      'stoa.extension': extension,
      ...(text === undefined ? {} : { 'db.query.text': text }),
    },
  });
  return {
    query: (text, values) => tracing.span(info(operationOf(text), text), () => database.query(text, values)),
    transaction: (work) =>
      tracing.span(info('transaction'), () =>
        database.transaction((transaction) => work(traceDatabase(transaction, extension, tracing))),
      ),
  };
}

/** The statement's first word, which says what it does in a list of spans. */
function operationOf(text: string): string {
  return /[a-z]+/i.exec(text)?.[0].toUpperCase() ?? 'statement';
}
