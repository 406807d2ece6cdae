import { Head, useText } from 'stoa';
import type { Layout, NotFoundProps, Texts } from '../../theme.gen.ts';
import styles from './NotFound.module.css';

export const layout: Layout = { areaId: 'content', sortOrder: 10 };
export const query = /* GraphQL */ `
  query { home: url(routeId: "homepage") }
`;

/** The page of an address that does not exist. */
export default function NotFound({ home }: NotFoundProps) {
  const text = useText<Texts>();
  return (
    <div className={styles.page}>
      <Head title={text.plain('lost.title')} noindex />
      <h1>{text('lost.title')}</h1>
      <p>{text('lost.about')}</p>
      <p>
        <a href={home ?? '/'}>{text('lost.toStart')}</a>
      </p>
    </div>
  );
}
