import type { ReactNode } from 'react';
import { duration, milliseconds, shortNumber } from './format.ts';
import type { Live } from './overview.ts';
import styles from './state.module.css';

/** The most important figures. */
export function State({ live }: { readonly live: Live }) {
  const { generation, reloads, health, load, pool } = live;
  const unwell = health.filter(({ reason }) => reason !== null);
  const resting = live.extensions.filter(({ breaker }) => breaker !== 'closed').length;
  const isShedding = load.share < 1;
  return (
    <dl className={styles.state}>
      <Tile name="Health" tone={unwell.length > 0 ? 'bad' : 'good'} note={unwell.map(({ name }) => name).join(', ')}>
        {unwell.length === 0 ? 'Ready' : 'Not ready'}
      </Tile>
      <Tile name="Generation" note={`for ${duration(generation.seconds)}`}>
        {generation.number}
      </Tile>
      <Tile name="Reloads" note={`${reloads.refused} refused`}>
        {reloads.replaced}
      </Tile>
      <Tile name="In flight" note={`of ${load.limit}`}>
        {load.inFlight}
      </Tile>
      <Tile
        name="Taken on"
        tone={isShedding ? 'bad' : undefined}
        note={isShedding ? 'too much to do' : 'of all requests'}
      >
        {shortNumber(load.share * 100)} %
      </Tile>
      <Tile name="Loop delay" note="event loop">
        {milliseconds(load.delayMs)}
      </Tile>
      <Tile
        name="Connections"
        tone={pool.waiting > 0 ? 'warn' : undefined}
        note={pool.waiting > 0 ? `${pool.waiting} statements wait` : `of ${pool.limit} in use`}
      >
        {pool.inUse}
      </Tile>
      <Tile
        name="Breakers open"
        tone={resting > 0 ? 'bad' : undefined}
        note={`of ${live.extensions.length} extensions`}
      >
        {resting}
      </Tile>
    </dl>
  );
}

interface TileProps {
  readonly name: string;
  readonly note: string;
  readonly tone?: 'good' | 'warn' | 'bad' | undefined;
  readonly children: ReactNode;
}

function Tile({ name, note, tone, children }: TileProps) {
  return (
    <div className={styles.tile}>
      <dt>{name}</dt>
      <dd>
        <span className={`${styles.value} ${tone === undefined ? '' : styles[tone]}`}>{children}</span>{' '}
        <span className={styles.note}>{note}</span>
      </dd>
    </div>
  );
}
