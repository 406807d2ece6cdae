import type { Database } from '#extension-api';
import type { Telemetry } from '#telemetry';

type Tracing = NonNullable<Telemetry['tracing']>;
type SpanInfo = Parameters<Tracing['span']>[0];

/**
 * Wraps a database so that each statement and transaction is a span, by OpenTelemetry's conventions for PostgreSQL.
 * Spans have no values, which may be personal data. The namespace is OpenTelemetry's `db.namespace` of PostgreSQL:
 * database and schema, `shop|ext_reviews`.
 */
export function traceDatabase(
  database: Database,
  trace: { readonly tracing: Tracing; readonly extension: string; readonly namespace: string },
): Database {
  const { tracing, extension, namespace } = trace;
  const info = (name: string, attributes: SpanInfo['attributes'] = {}): SpanInfo => ({
    name,
    kind: 'client',
    attributes: {
      'db.system.name': 'postgresql',
      'db.namespace': namespace,
      'stoa.extension': extension,
      ...attributes,
    },
  });
  return {
    query: (text, values) => {
      // The first word of the statement, which names the operation in a list of spans.
      const operation = /[a-z]+/i.exec(text)?.[0].toUpperCase() ?? 'statement';
      const attributes = { 'db.operation.name': operation, 'db.query.text': text };
      return tracing.span(info(operation, attributes), () => database.query(text, values));
    },
    transaction: (work) =>
      tracing.span(info('transaction'), () =>
        database.transaction((transaction) => work({ ...transaction, ...traceDatabase(transaction, trace) })),
      ),
  };
}
