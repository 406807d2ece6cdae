import { Head, usePage } from 'stoa';
import type { Layout, SlowestProps } from '../../console.gen.ts';
import { DurationTable } from '../../src/durations.tsx';

export const layout: Layout = { areaId: 'content', sortOrder: 10 };
export const query = /* GraphQL */ `
  query {
    slowest {
      pages { name about count medianMs p95Ms maxMs }
      routes { name about count medianMs p95Ms maxMs }
      operations { name about count medianMs p95Ms maxMs }
    }
  }
`;

/** What took longest in the last minutes, from the request's head to the end of its answer. */
export default function Slowest({ slowest }: SlowestProps) {
  const { path } = usePage();
  if (slowest === null) return null;
  return (
    <>
      <Head title="Slowest · Stoa console" />
      <h1>Slowest</h1>
      <p className="muted">
        Requests of the last three to five minutes, from the head of the request to the end of its answer. Of 20
        requests, 19 took no longer than the p95. <a href={path}>Look again</a>
      </p>
      <DurationTable id="pages" title="Pages" noun="page" rows={slowest.pages} />
      <DurationTable id="routes" title="Routes" noun="route" rows={slowest.routes} />
      <DurationTable id="operations" title="GraphQL operations" noun="operation" rows={slowest.operations} />
      <p className="muted">An operation without a name has the first digits of its text’s SHA-256.</p>
    </>
  );
}
