import { useText } from 'stoa';
import type { Texts } from '../../catalog.gen.ts';
import { longestSearch } from '../search/search-terms.ts';
import { pageInAddress } from './list-address.ts';
import styles from './list-pages.module.css';
import { idInCursor } from './product-cursor.ts';

interface ListProblemProps {
  /** The parameters of the address. */
  readonly parameters: Readonly<Record<string, string>>;
  /** The address of the whole list. */
  readonly list: string;
}

/** Why an address that was changed or cut off has no list: the field `products` refuses it. */
export function ListProblem({ parameters: { after, page, search = '' }, list }: ListProblemProps) {
  const text = useText<Texts>();
  const hasPage = after === undefined ? page === undefined || pageInAddress(page) : idInCursor(after);
  if (hasPage && search.length <= longestSearch) return null;
  return (
    <p className={styles.problem}>
      {search.length > longestSearch ? text('search.tooLong', { most: longestSearch }) : text('list.noPage')}{' '}
      <a href={list}>{text('shop.seeAll')}</a>
    </p>
  );
}
