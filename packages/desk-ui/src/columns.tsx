import { useList } from './list.ts';
import type { Column } from './table.tsx';
import { useWords } from './words.ts';

/** Links to the list with one column more, or less. The first column stays, since it leads to the row. */
export function ColumnLinks({ columns }: { readonly columns: readonly Column[] }) {
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
