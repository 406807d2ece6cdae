import { Head } from 'stoa';
import type { ConfigProps, Layout } from '../../console.gen.ts';
import styles from './Config.module.css';

export const layout: Layout = { areaId: 'content', sortOrder: 10 };
export const query = /* GraphQL */ `
  query {
    config { file text }
  }
`;

/** gateway.yaml as the gateway reads it: with defaults, and without secrets. */
export default function Config({ config }: ConfigProps) {
  if (config === null) return null;
  return (
    <>
      <Head title="Config · Stoa console" />
      <h1>Config</h1>
      <p className="muted">
        What <code className="path">{config.file}</code> means, with every default. Secrets, and whatever came from the
        environment, are <code>***</code>.
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard. */}
      <section className={`card ${styles.text}`} aria-label="The effective config" tabIndex={0}>
        <pre>{config.text}</pre>
      </section>
    </>
  );
}
