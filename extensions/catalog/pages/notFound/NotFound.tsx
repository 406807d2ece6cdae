import { Head, useText } from 'stoa';
import type { Layout, NotFoundProps, Texts } from '../../catalog.gen.ts';
import styles from './NotFound.module.css';

export const layout: Layout = { areaId: 'content', sortOrder: 10 };
export const query = /* GraphQL */ `
  query { home: url(routeId: "homepage") }
`;

/** An address that does not exist: the search is what helps most. */
export default function NotFound({ home }: NotFoundProps) {
  const text = useText<Texts>();
  return (
    <div className={styles.page}>
      <Head title={text.plain('lost.title')} noindex />
      <h1>{text('lost.title')}</h1>
      <p>{text('lost.about')}</p>
      <search aria-label={text.plain('lost.question')}>
        <form className={styles.search} action={home ?? '/'}>
          <label htmlFor="lost-search">{text('lost.question')}</label>
          <div className={styles.row}>
            <input id="lost-search" name="search" type="search" maxLength={200} />
            <button type="submit">{text('search.word')}</button>
          </div>
        </form>
      </search>
      <p>
        <a href={home ?? '/'}>{text('lost.toStart')}</a>
      </p>
    </div>
  );
}
