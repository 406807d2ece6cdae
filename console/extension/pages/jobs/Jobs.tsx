import { Head, useForm, usePage } from 'stoa';
import type { JobsProps, Layout } from '../../console.gen.ts';
import { counted, duration, milliseconds, timeOf } from '../../src/format.ts';
import { Letters } from '../../src/letters.tsx';
import styles from './Jobs.module.css';

export const layout: Layout = { areaId: 'content', sortOrder: 10 };
export const query = /* GraphQL */ `
  query {
    jobs {
      trouble
      queue {
        tasks { task waiting later running dead oldestSeconds }
        schedules { task cron everyMs timeZone nextAt lastRun { startedAt seconds error } }
        runs { task attempt startedAt seconds error }
        letters { id task attempts failedAt error }
      }
    }
    againPath: url(routeId: "tryAgain")
    signInPath: url(routeId: "signIn")
  }
`;

/** The queue of the shop: what waits, what runs at a time, what has run, and what has failed for the last time. */
export default function Jobs({ jobs, againPath, signInPath }: JobsProps) {
  const { path, query: parameters, userId } = usePage();
  const { message } = useForm('tryAgain');
  const { queue, trouble } = jobs ?? {};
  const signIn = userId === null ? `${signInPath ?? ''}?next=${encodeURIComponent(path)}` : undefined;
  return (
    <>
      <Head title="Jobs · Stoa console" />
      <h1>Jobs</h1>
      <p className="muted">Subscribers, jobs and mails of extensions: what waits, what has run, and what has failed.</p>
      {[message, trouble].map((text) =>
        text == null ? null : (
          <p key={text} className="notice bad" role="alert">
            {text}
          </p>
        ),
      )}
      {parameters.again !== undefined && message === undefined && (
        <p className="notice" role="status">
          {parameters.again} is tried again.
        </p>
      )}
      {queue === null && trouble == null && (
        <p role="status">This shop has no queue: its extensions have no events, jobs or mails.</p>
      )}
      {queue != null && (
        <>
          <Waiting tasks={queue.tasks} />
          <Letters letters={queue.letters} {...{ againPath, signIn }} />
          <Schedules schedules={queue.schedules} />
          <Runs runs={queue.runs} />
        </>
      )}
    </>
  );
}

type Queue = NonNullable<NonNullable<JobsProps['jobs']>['queue']>;

function Waiting({ tasks }: Pick<Queue, 'tasks'>) {
  return (
    <section>
      <h2>Queue</h2>
      {tasks.length === 0 && <p role="status">Nothing waits.</p>}
      <ul className={styles.list}>
        {tasks.map(({ task, waiting, later, running, dead, oldestSeconds }) => (
          <li key={task} className="card">
            <p>
              <b>{task}</b>
            </p>
            <p className="muted">
              <span>{waiting} waiting</span>
              {oldestSeconds !== null && <span>the oldest for {duration(Math.round(oldestSeconds))}</span>}
              <span>{later} later</span>
              <span>{running} running</span>
              <span>{counted(dead, 'dead letter')}</span>
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Schedules({ schedules }: Pick<Queue, 'schedules'>) {
  return (
    <section>
      <h2>Schedules</h2>
      {schedules.length === 0 && <p role="status">No job has a schedule.</p>}
      <ul className={styles.list}>
        {schedules.map(({ task, cron, everyMs, timeZone, nextAt, lastRun }) => (
          <li key={task} className="card">
            <p>
              <b>{task}</b>
              {cron === null ? (
                <span>every {milliseconds(everyMs ?? 0)}</span>
              ) : (
                <span>
                  <code>{cron}</code> {timeZone ?? 'in the time zone of the shop'}
                </span>
              )}
            </p>
            <p className="muted">
              <span>{nextAt === null ? 'no next tick' : `next ${timeOf(nextAt)} UTC`}</span>
              {lastRun === null ? <span>no run yet</span> : <Outcome run={lastRun} />}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Runs({ runs }: Pick<Queue, 'runs'>) {
  return (
    <section>
      <h2>Last runs</h2>
      {runs.length === 0 && <p role="status">No job has run.</p>}
      <ol className={styles.list}>
        {runs.map((run, index) => (
          <li key={index} className="card">
            <p>
              <b>{run.task}</b>
              {run.attempt > 1 && <span>attempt {run.attempt}</span>}
            </p>
            <p className="muted">
              <Outcome run={run} />
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** When a run began, how long it took, and how it ended. */
function Outcome({
  run: { startedAt, seconds, error },
}: {
  readonly run: Pick<Queue['runs'][number], 'startedAt' | 'seconds' | 'error'>;
}) {
  return (
    <>
      <span>
        began <time dateTime={startedAt}>{timeOf(startedAt)} UTC</time>
      </span>
      <span>{seconds === null ? 'runs, or was cut off' : `took ${milliseconds(seconds * 1000)}`}</span>
      {error !== null && <span className={styles.error}>failed: {error}</span>}
    </>
  );
}
