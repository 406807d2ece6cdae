import type { ReactNode } from 'react';
import { useFormat } from 'stoa';
import { useWords } from './words.ts';

export interface Column {
  readonly key: string;
  readonly label: string;
  /** Numbers stand at the end. */
  readonly align?: 'end';
  /** The page in the order of this column, and in which order it is now. */
  readonly sort?: { readonly href: string; readonly now?: 'ascending' | 'descending' | undefined };
}

export interface Row {
  readonly key: string;
  /** The first cell links to it. */
  readonly href?: string | null | undefined;
  /** By key of the column. */
  readonly cells: Readonly<Record<string, ReactNode>>;
}

interface TableProps {
  /** What the table has, for those who hear the page. */
  readonly caption: string;
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
  /** Stands in place of a table without rows. */
  readonly empty: ReactNode;
  /** The number of this page, from 1, and of all pages. */
  readonly page?: { readonly at: number; readonly total: number; readonly href: (page: number) => string };
}

/** A list of things. On a small screen each row is a card. */
export function Table({ caption, columns, rows, empty, page }: TableProps) {
  if (rows.length === 0) return <p className="desk-empty">{empty}</p>;
  return (
    <>
      <table className="desk-table">
        <caption>{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ key, label, align, sort }) => (
              <th key={key} scope="col" data-align={align} aria-sort={sort?.now}>
                {sort === undefined ? label : <a href={sort.href}>{label}</a>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key: row, href, cells }) => (
            <tr key={row}>
              {columns.map(({ key, label, align }, index) => (
                <td key={key} data-label={label} data-align={align}>
                  {index === 0 && href !== null && href !== undefined ? <a href={href}>{cells[key]}</a> : cells[key]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {page !== undefined && page.total > 1 && <Pages {...page} />}
    </>
  );
}

function Pages({ at, total, href }: NonNullable<TableProps['page']>) {
  const words = useWords();
  const { number } = useFormat();
  return (
    <nav className="desk-pages" aria-label={words.pages}>
      {at > 1 && (
        <a className="desk-button" rel="prev" href={href(at - 1)}>
          {words.previous}
        </a>
      )}
      <span>{words.pageOf(number(at), number(total))}</span>
      {at < total && (
        <a className="desk-button" rel="next" href={href(at + 1)}>
          {words.next}
        </a>
      )}
    </nav>
  );
}
