import type { JobsProps } from '../console.gen.ts';
import styles from '../pages/jobs/Jobs.module.css';
import { counted, timeOf } from './format.ts';

interface LettersProps {
  readonly letters: NonNullable<NonNullable<JobsProps['jobs']>['queue']>['letters'];
  readonly againPath: string | null;
  /** Where a guest signs in. */
  readonly signIn: string | undefined;
}

/** What has failed for the last time. An operator may try it again. */
export function Letters({ letters, againPath, signIn }: LettersProps) {
  return (
    <section>
      <h2>Dead letters</h2>
      {letters.length === 0 && <p role="status">None: no task has failed for the last time.</p>}
      {letters.length > 0 && signIn !== undefined && (
        <p>
          <a href={signIn}>Sign in</a> to try them again.
        </p>
      )}
      <ul className={styles.list}>
        {letters.map(({ id, task, attempts, failedAt, error }) => (
          <li key={id} className={`card ${styles.letter}`}>
            <div>
              <p>
                <b>{task}</b>
                <span>{counted(attempts, 'attempt')}</span>
              </p>
              <p className="muted">
                <time dateTime={failedAt}>{timeOf(failedAt)} UTC</time>
                <span className={styles.error}>{error}</span>
              </p>
            </div>
            {signIn === undefined && (
              <form method="post" action={againPath ?? ''}>
                <input type="hidden" name="letter" value={id} />
                <button className="quiet" type="submit" aria-label={`Again: ${task}, ${id}`}>
                  Again
                </button>
              </form>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
