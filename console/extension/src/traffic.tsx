import { type Chart, lastMinute, perSecond, sum } from './chart.ts';
import { milliseconds, shortNumber } from './format.ts';
import { Sparkline } from './sparkline.tsx';
import styles from './traffic.module.css';

/** Requests of the whole shop in the last five minutes. */
export function Traffic({ chart }: { readonly chart: Chart }) {
  return (
    <section aria-labelledby="traffic">
      <h2 id="traffic">Requests, last five minutes</h2>
      <div className={`card ${styles.row}`}>
        <Charts chart={chart} noun="requests" />
      </div>
    </section>
  );
}

/** Charts of rate, duration and errors, with the figures of the last minute. */
export function Charts({ chart, noun }: { readonly chart: Chart; readonly noun: string }) {
  const { rate, meanMs, errors } = lastMinute(chart);
  const rates = perSecond(chart, chart.counts);
  const highestRate = shortNumber(Math.max(...rates, 0));
  // Page components are rendered together, so they have no duration of their own.
  const isTimed = Math.max(...chart.maxMs, 0) > 0;
  const longest = milliseconds(Math.max(...chart.maxMs, 0));
  return (
    <>
      <figure className={styles.figure}>
        <figcaption>
          <span>Rate</span> <b>{shortNumber(rate)}</b> /s
        </figcaption>
        <Sparkline
          tone="rate"
          values={rates}
          unit={(value) => `${shortNumber(value)} /s`}
          until={chart.until}
          label={`${capital(noun)} a second in the last five minutes: ${shortNumber(rate)} in the last minute, ${highestRate} at most`}
        />
      </figure>
      <figure className={styles.figure}>
        <figcaption>
          <span>Mean, longest</span> <b>{isTimed ? milliseconds(meanMs) : '–'}</b>
        </figcaption>
        <Sparkline
          tone="time"
          values={chart.meanMs}
          behind={chart.maxMs}
          unit={milliseconds}
          until={chart.until}
          label={`How long ${noun} took in the last five minutes: ${milliseconds(meanMs)} in the last minute, ${longest} at most`}
        />
      </figure>
      <figure className={styles.figure}>
        <figcaption>
          <span>Errors</span> <b className={errors > 0 ? styles.bad : undefined}>{errors}</b>
        </figcaption>
        <Sparkline
          tone="error"
          values={chart.errors}
          unit={shortNumber}
          until={chart.until}
          label={`Failed ${noun} in the last five minutes: ${sum(chart.errors)}, of them ${errors} in the last minute`}
        />
      </figure>
    </>
  );
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
