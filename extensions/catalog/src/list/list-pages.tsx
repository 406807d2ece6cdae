import { useText } from 'stoa';
import type { Texts } from '../../catalog.gen.ts';
import { listAddress } from './list-address.ts';
import styles from './list-pages.module.css';

/** How many products a page of a list shows, as the queries of the lists say. */
const pageSize = 24;

/** The number of the page that begins after so many products. */
export function pageAt(offset: number): number {
  return Math.floor(offset / pageSize) + 1;
}

interface ListPagesProps {
  readonly products: { readonly offset: number; readonly totalCount: number };
  /** The address of the first page, without parameters. */
  readonly list: string;
  /** What all of its pages have in their addresses. */
  readonly kept: { readonly search?: string; readonly sort?: string | undefined; readonly filter?: string | undefined };
}

/** Links to the pages of a list; nothing where there is one. */
export function ListPages({ products: { offset, totalCount }, list, kept }: ListPagesProps) {
  const text = useText<Texts>();
  const pages = Math.ceil(totalCount / pageSize);
  const page = pageAt(offset);
  if (pages < 2 || page > pages) return null;
  const address = (number: number) => listAddress(list, { ...kept, page: number });
  return (
    <nav className={styles.pages} aria-label={text.plain('list.pages')}>
      {page > 1 && (
        <a rel="prev" href={address(page - 1)}>
          {text('list.previous')}
        </a>
      )}
      <p>{text('list.pageOf', { page, pages })}</p>
      <ol className={styles.numbers}>
        {shownPages(page, pages).map((number) => (
          <li key={number}>
            <a
              href={address(number)}
              aria-label={text.plain('list.page', { page: number })}
              aria-current={number === page ? 'page' : undefined}
            >
              {text('list.number', { page: number })}
            </a>
          </li>
        ))}
      </ol>
      {page < pages && (
        <a rel="next" href={address(page + 1)}>
          {text('list.next')}
        </a>
      )}
    </nav>
  );
}

/** The first, the last, and those near the present one. */
function shownPages(page: number, pages: number): readonly number[] {
  return [...new Set([1, page - 1, page, page + 1, pages])].filter((number) => number >= 1 && number <= pages);
}
