import { Head } from 'stoa';
import type { Layout, NotFoundProps } from '../../catalog.gen.ts';
import styles from './NotFound.module.css';

export const layout: Layout = { areaId: 'content', sortOrder: 10 };
export const query = /* GraphQL */ `
  query { home: url(routeId: "homepage") }
`;

/** An address that does not exist: the search is what helps most. */
export default function NotFound({ home }: NotFoundProps) {
  return (
    <div className={styles.page}>
      <Head title="Page not found" noindex />
      <h1>Page not found</h1>
      <p>There is nothing at this address. It may be misspelt, or we no longer sell the product.</p>
      <search aria-label="What are you looking for?">
        <form className={styles.search} action={home ?? '/'}>
          <label htmlFor="lost-search">What are you looking for?</label>
          <div className={styles.row}>
            <input id="lost-search" name="search" type="search" maxLength={200} />
            <button type="submit">Search</button>
          </div>
        </form>
      </search>
      <p>
        <a href={home ?? '/'}>Go to the start page</a>
      </p>
    </div>
  );
}
