import type { ReactNode } from 'react';
import styles from './facts.module.css';
import { duration, groupedNumber, megabytes } from './format.ts';
import type { Live, ReasonCount } from './overview.ts';

/** Figures without a chart: checks, refusals, plans, connections, the process. */
export function Facts({ live }: { readonly live: Live }) {
  const { health, load, operations, pool, process } = live;
  return (
    <section aria-labelledby="facts">
      <h2 id="facts">Since the process began</h2>
      <div className={styles.columns}>
        <Block title="Health checks">
          <Rows rows={health.map(({ name, reason }) => [name, reason ?? 'ok'])} />
        </Block>
        <Block title="Refused under load">
          <Reasons reasons={load.shed} none="No request was refused." />
        </Block>
        <Block title="GraphQL operations">
          <Rows
            rows={[
              ['compiled plan', groupedNumber(operations.compiled)],
              ['plan', groupedNumber(operations.planned)],
              ['introspection', groupedNumber(operations.introspection)],
              ['completed by graphql-js', groupedNumber(operations.replayed)],
            ]}
          />
        </Block>
        <Block title="Database connections">
          <Rows
            rows={[
              ['in use', String(pool.inUse)],
              ['idle', String(pool.idle)],
              ['open', `${pool.open} of ${pool.limit}`],
              ['statements that wait', String(pool.waiting)],
            ]}
          />
        </Block>
        <Block title="Process">
          <Rows
            rows={[
              ['running for', duration(process.seconds)],
              ['memory', megabytes(process.residentBytes)],
              ['of it JavaScript', megabytes(process.heapBytes)],
              ['Node', process.node],
              ['process id', String(process.pid)],
            ]}
          />
        </Block>
      </div>
    </section>
  );
}

function Block({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div className={`card ${styles.block}`}>
      <h3>{title}</h3>
      {children}
    </div>
  );
}

function Reasons({ reasons, none }: { readonly reasons: readonly ReasonCount[]; readonly none: string }) {
  if (reasons.length === 0) return <p className="muted">{none}</p>;
  return <Rows rows={reasons.map(({ reason, count }) => [reason, groupedNumber(count)])} />;
}

function Rows({ rows }: { readonly rows: readonly (readonly [name: string, value: string])[] }) {
  return (
    <dl className={styles.rows}>
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
