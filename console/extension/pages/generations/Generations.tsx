import { Head, useForm, usePage } from 'stoa';
import type { GenerationsProps, Layout } from '../../console.gen.ts';
import { classOf } from '../../src/class-of.ts';
import { counted, milliseconds, timeOf } from '../../src/format.ts';
import { Findings, type Generation, Outcome } from '../../src/generation.tsx';
import styles from './Generations.module.css';

export const layout: Layout = { areaId: 'content', sortOrder: 10 };
export const query = /* GraphQL */ `
  query {
    generations {
      number at reason state ms configHash
      findings { code severity where what fix related }
    }
    reloadPath: url(routeId: "reload")
    rollbackPath: url(routeId: "rollback")
    signInPath: url(routeId: "signIn")
  }
`;

function isOnDisk({ state }: Generation): boolean {
  return state !== 'failed' && state !== 'gone';
}

/** All gateways of this process, those on disk, and the findings of each. */
export default function Generations({ generations, reloadPath, rollbackPath, signInPath }: GenerationsProps) {
  const { query: parameters, path, userId } = usePage();
  const { message } = useForm('rollback');
  if (generations === null) return null;
  const attempt = generations.find(({ number }) => String(number) === parameters.attempt);
  const isOperator = userId !== null;
  return (
    <>
      <Head title="Generations · Stoa console" />
      <div className={styles.title}>
        <h1>Generations</h1>
        {isOperator ? (
          <form method="post" action={reloadPath ?? ''}>
            <button type="submit">Reload</button>
          </form>
        ) : (
          <p>
            <a href={`${signInPath ?? ''}?next=${encodeURIComponent(path)}`}>Sign in</a> to reload or to go back.
          </p>
        )}
      </div>
      <p className="muted">
        Each change builds a whole gateway beside the one that serves. One with an error never serves. Going back leaves
        the files as they are: the next change is what they say. Generations of the last 24 hours are kept.
      </p>
      {message !== undefined && (
        <p className="notice bad" role="alert">
          {message}
        </p>
      )}
      {attempt !== undefined && <Outcome attempt={attempt} />}
      <ol className={styles.list} reversed>
        {generations.map((generation, index) => {
          const { number, at, reason, state, ms, configHash, findings } = generation;
          const before = generations.slice(index + 1).find(isOnDisk)?.number;
          return (
            <li key={number} className={`card ${styles.generation}`}>
              <div className={styles.head}>
                <h2>
                  Generation {number} <span className={`${styles.state} ${classOf(styles, state) ?? ''}`}>{state}</span>
                </h2>
                <p>
                  {reason}
                  {ms > 0 && (
                    <span className="muted">
                      , {state === 'failed' ? 'given up after' : 'built in'} {milliseconds(ms)}
                    </span>
                  )}
                </p>
                <p className="muted">
                  <time dateTime={at}>{timeOf(at)} UTC</time>
                  {configHash !== null && (
                    <>
                      , gateway.yaml <code>{configHash.slice(0, 8)}</code>
                    </>
                  )}
                  {isOnDisk(generation) && before !== undefined && (
                    <>
                      , <a href={`/console/changes?from=${before}&to=${number}`}>changes since {before}</a>
                    </>
                  )}
                </p>
                {isOperator && state === 'kept' && (
                  <form className={styles.back} method="post" action={rollbackPath ?? ''}>
                    <input type="hidden" name="generation" value={number} />
                    <button className="quiet" type="submit">
                      Go back to {number}
                    </button>
                  </form>
                )}
              </div>
              {findings.length > 0 && (
                <details open={state === 'failed' || state === 'current'}>
                  <summary>{counted(findings.length, 'finding')}</summary>
                  <Findings findings={findings} />
                </details>
              )}
            </li>
          );
        })}
      </ol>
    </>
  );
}
