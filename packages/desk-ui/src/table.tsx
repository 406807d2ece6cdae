import { type ReactNode, useId } from 'react';
import { useFormat } from 'stoa';
import { type Bulk, BulkBar, BulkResult } from './bulk.tsx';
import { useList } from './list.ts';
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
  /** How many pages the list has. The page's `query` has `page`. */
  readonly pages?: number | undefined;
  /** Whether a person may hide columns. The page's `query` has `hide`. */
  readonly canHide?: boolean;
  /** What can be done with several rows at once. The page's `query` has `select` and `done`. */
  readonly bulk?: Bulk | undefined;
}

/** A list of things. On a small screen each row is a card. */
export function Table({ caption, columns: all, rows, empty, pages = 1, canHide = false, bulk }: TableProps) {
  const id = useId();
  const words = useWords();
  const { asked, hidden } = useList();
  const columns = canHide ? all.filter(({ key }, index) => index === 0 || !hidden.includes(key)) : all;
  const at = Math.min(asked, pages);
  const picks = bulk !== undefined && bulk.action !== null && rows.length > 0 ? bulk : undefined;
  return (
    <>
      {bulk !== undefined && <BulkResult form={bulk.form} />}
      {canHide && <ColumnLinks columns={all} />}
      {rows.length === 0 && <p className="desk-empty">{empty}</p>}
      {rows.length > 0 && (
        <table className="desk-table">
          <caption>{caption}</caption>
          <thead>
            <tr>
              {picks !== undefined && <th scope="col">{words.select}</th>}
              {columns.map(({ key, label, align, sort }) => (
                <th key={key} scope="col" data-align={align} aria-sort={sort?.now}>
                  {sort === undefined ? label : <a href={sort.href}>{label}</a>}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.key}>
                {picks !== undefined && <PickCell id={id} name={picks.name} row={row.key} />}
                {columns.map(({ key, label, align }, index) => (
                  <td
                    key={key}
                    id={picks !== undefined && index === 0 ? `${id}${row.key}` : undefined}
                    data-label={label}
                    data-align={align}
                  >
                    {index === 0 && row.href ? <a href={row.href}>{row.cells[key]}</a> : row.cells[key]}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {picks !== undefined && <BulkBar {...picks} id={`${id}bulk`} at={at} />}
      {pages > 1 && rows.length > 0 && <Pages at={at} total={pages} />}
    </>
  );
}

/** Links to the list with one column more, or less. The first column stays, since it leads to the row. */
function ColumnLinks({ columns }: { readonly columns: readonly Column[] }) {
  const { hidden, without } = useList();
  const words = useWords();
  return (
    <details className="desk-columns">
      <summary>{words.columns}</summary>
      <ul>
        {columns.slice(1).map(({ key, label }) => {
          const isHidden = hidden.includes(key);
          const next = isHidden ? hidden.filter((each) => each !== key) : [...hidden, key];
          return (
            <li key={key}>
              <a href={without(next)}>{isHidden ? words.showColumn(label) : words.hideColumn(label)}</a>
            </li>
          );
        })}
      </ul>
    </details>
  );
}

interface PickCellProps {
  /** Of the table, whose form for several rows is named after it. */
  readonly id: string;
  readonly name: string;
  readonly row: string;
}

/** The box that selects a row. */
function PickCell({ id, name, row }: PickCellProps) {
  const words = useWords();
  const { isAllSelected } = useList();
  return (
    <td className="desk-pick" data-label={words.select}>
      <input
        type="checkbox"
        form={`${id}bulk`}
        name={name}
        value={row}
        defaultChecked={isAllSelected}
        aria-labelledby={`${id}${row}`}
      />
    </td>
  );
}

function Pages({ at, total }: { readonly at: number; readonly total: number }) {
  const { address } = useList();
  const href = (page: number) => address({ page: String(page) });
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
