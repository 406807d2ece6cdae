import { useEffect, useState } from 'react';
import { type Hydrate, usePage } from 'stoa';
import type { Layout } from '../../console.gen.ts';
import { Activity } from '../../src/activity.tsx';
import { Facts } from '../../src/facts.tsx';
import { type Live, liveFields } from '../../src/overview.ts';
import { type Freshness, queryAgain } from '../../src/query-again.ts';
import { State } from '../../src/state.tsx';
import { Traffic } from '../../src/traffic.tsx';
import styles from './Overview.module.css';

export const layout: Layout = { areaId: 'content', sortOrder: 10 };
export const hydrate: Hydrate = 'load';
export const query = liveFields;

interface OverviewProps {
  readonly overview: Live | null;
}

/** The charts' interval in milliseconds. */
const everyMs = 2_000;

/** The live state of the process. Without JavaScript it shows the state at the time of the request. */
export default function Overview({ overview }: OverviewProps) {
  const { path } = usePage();
  const [live, setLive] = useState(overview);
  const [freshness, setFreshness] = useState<Freshness>('still');
  const [isPaused, setPaused] = useState(false);
  useEffect(() => {
    if (isPaused) return setFreshness('still');
    const stop = new AbortController();
    const look = async () => {
      // A hidden page sends no queries.
      if (document.hidden) return;
      const answer = await queryAgain<{ readonly overview: Live }>(liveFields, stop.signal);
      if (stop.signal.aborted) return;
      setFreshness(answer.freshness);
      if (answer.data !== undefined) setLive(answer.data.overview);
    };
    setFreshness('live');
    const timer = setInterval(() => void look(), everyMs);
    return () => {
      clearInterval(timer);
      stop.abort();
    };
  }, [isPaused]);
  if (live === null) return null;
  return (
    <>
      <div className={styles.title}>
        <h1>Overview</h1>
        <p className="muted">
          <code>{live.file}</code>, {live.mode}
        </p>
        <p className={styles.freshness}>
          <FreshnessText freshness={freshness} isPaused={isPaused} />
          <noscript>
            <a href={path}>Look again</a>
          </noscript>
          {freshness !== 'still' || isPaused ? (
            <button className="quiet" type="button" onClick={() => setPaused(!isPaused)}>
              {isPaused ? 'Go on' : 'Pause'}
            </button>
          ) : null}
        </p>
      </div>
      <State live={live} />
      <Traffic chart={live.traffic} />
      <Activity extensions={live.extensions} />
      <Facts live={live} />
    </>
  );
}

function FreshnessText({ freshness, isPaused }: { readonly freshness: Freshness; readonly isPaused: boolean }) {
  if (isPaused) return <span className="muted">Paused</span>;
  switch (freshness) {
    case 'still':
      return null;
    case 'live':
      return <span className={styles.live}>Live</span>;
    case 'lost':
      return <strong className={styles.lost}>No answer: these figures are old</strong>;
    case 'signed-out':
      return <strong className={styles.lost}>Signed out: these figures are old</strong>;
  }
}
