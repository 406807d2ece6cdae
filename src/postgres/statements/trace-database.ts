import type { Database } from '../../extension-api.ts';
import type { SpanInfo, Tracing } from '../../telemetry/tracing.ts';

/**
 * Wraps a database so that each statement and transaction is a span. Spans have no values, which may be personal
 * data.
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

/** The first word of the statement, which names the operation in a list of spans. */
function operationOf(text: string): string {
  return /[a-z]+/i.exec(text)?.[0].toUpperCase() ?? 'statement';
}
