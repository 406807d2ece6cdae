import { useText } from 'stoa';
import type { Texts } from '../catalog.gen.ts';
import { listAddress } from './list-address.ts';
import styles from './list-pages.module.css';

interface ListPagesProps {
  readonly products: {
    readonly pageInfo: {
      readonly hasNextPage: boolean;
      readonly hasPreviousPage: boolean;
      readonly endCursor: string | null;
    };
    readonly previousCursor: string | null;
  };
  /** The address of the first page, without parameters. */
  readonly list: string;
  /** What all of its pages have in their addresses. */
  readonly kept: { readonly search?: string; readonly sort?: string | undefined };
}

/** Links to the pages of a list; nothing where there is one. */
export function ListPages({ products: { pageInfo, previousCursor }, list, kept }: ListPagesProps) {
  const text = useText<Texts>();
  if (!(pageInfo.hasPreviousPage || pageInfo.hasNextPage)) return null;
  return (
    <nav className={styles.pages} aria-label={text.plain('list.pages')}>
      {previousCursor !== null && <a href={listAddress(list, kept)}>{text('list.first')}</a>}
      {pageInfo.hasPreviousPage && (
        <a rel="prev" href={listAddress(list, { ...kept, after: previousCursor })}>
          {text('list.previous')}
        </a>
      )}
      {pageInfo.hasNextPage && (
        <a rel="next" href={listAddress(list, { ...kept, after: pageInfo.endCursor })}>
          {text('list.next')}
        </a>
      )}
    </nav>
  );
}
