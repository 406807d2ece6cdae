import { Head, usePage } from 'stoa';
import type { ErrorsProps, Layout } from '../../console.gen.ts';
import { counted, timeOf } from '../../src/format.ts';
import styles from './Errors.module.css';

export const layout: Layout = { areaId: 'content', sortOrder: 10 };
export const query = /* GraphQL */ `
  query {
    errors(id: getContextValue("id")) {
      count
      errors { at level event message code requestId id extension place kind name path status }
    }
  }
`;

interface ShownError {
  readonly at: string;
  readonly level: string;
  readonly event: string;
  readonly message: string | null;
  readonly code: string | null;
  readonly requestId: string | null;
  readonly id: string | null;
  readonly extension: string | null;
  readonly place: string | null;
  readonly kind: string | null;
  readonly name: string | null;
  readonly path: string | null;
  readonly status: number | null;
}

/** The last errors of the process, and a search by the id that a client got. */
export default function Errors({ errors }: ErrorsProps) {
  const { path, query: parameters } = usePage();
  if (errors === null) return null;
  const id = parameters.id?.trim() ?? '';
  return (
    <>
      <Head title="Errors · Stoa console" />
      <h1>Errors</h1>
      <p className="muted">
        Errors and warnings that the gateway logged, and answers of 500 and above. This process remembers the last 200.
        The log has each stack.
      </p>
      <search>
        <form className={styles.search} action={path}>
          <label htmlFor="id">Id from a client</label>
          <input
            id="id"
            name="id"
            type="search"
            defaultValue={id}
            maxLength={200}
            autoComplete="off"
            spellCheck={false}
          />
          <button type="submit">Find</button>
          {id !== '' && <a href={path}>Show all</a>}
        </form>
      </search>
      <p role="status">{told(errors.errors.length, errors.count, id)}</p>
      <ol className={styles.list}>
        {errors.errors.map((error, index) => (
          <ErrorRow key={`${error.at} ${index}`} error={error} />
        ))}
      </ol>
    </>
  );
}

function told(found: number, count: number, id: string): string {
  if (id === '') return count === 0 ? 'No error so far.' : `${count} errors and warnings, the newest first.`;
  if (found > 0) return `${counted(found, 'error')} with this id.`;
  return `None of the ${count} remembered errors has this id. The log may have it.`;
}

function ErrorRow({ error }: { readonly error: ShownError }) {
  const { at, level, event, message, code, requestId, id, extension, place, kind, name, path, status } = error;
  const facts = [
    ['request', requestId],
    ['id of the error', id],
    ['extension', extension],
    ['at', place],
    [kind ?? 'request', name],
    ['path', path],
    ['status', status === null ? null : status === 0 ? 'the client left' : String(status)],
    ['code', code],
  ] as const;
  return (
    <li className={`card ${styles.error}`}>
      <p className={styles.head}>
        <time className="muted" dateTime={at}>
          {timeOf(at)} UTC
        </time>
        <strong className={level === 'error' ? styles.bad : styles.warn}>{level === 'warn' ? 'warning' : level}</strong>
        <b>{event}</b>
      </p>
      {message !== null && <p>{message}</p>}
      <dl className={styles.facts}>
        {facts.map(([fact, value]) =>
          value === null ? null : (
            <div key={fact}>
              <dt>{fact}</dt>
              <dd>
                <code>{value}</code>
              </dd>
            </div>
          ),
        )}
      </dl>
    </li>
  );
}
