import { useId } from 'react';
import { Area, usePage } from 'stoa';
import { useWords } from './words.ts';

interface FiltersProps {
  /** The field with a search text. */
  readonly search?: { readonly name: string; readonly label?: string };
  readonly selects?: readonly {
    readonly name: string;
    readonly label: string;
    readonly options: readonly (readonly [value: string, label: string])[];
  }[];
  /** Parameters of the page that stay as they are. */
  readonly keep?: readonly string[];
}

/** Asks for this page with other parameters. The page's `query` has their names, and they show what was asked for. */
export function Filters({ search, selects = [], keep = [] }: FiltersProps) {
  const { path, query } = usePage();
  const id = useId();
  const words = useWords();
  return (
    <search>
      <form className="desk-filters" method="get" action={path}>
        {search !== undefined && (
          <div className="desk-field">
            <label htmlFor={`${id}search`}>{search.label ?? words.search}</label>
            <input id={`${id}search`} type="search" name={search.name} defaultValue={query[search.name]} />
          </div>
        )}
        {['hide', ...keep].map(
          (name) => query[name] !== undefined && <input key={name} type="hidden" name={name} value={query[name]} />,
        )}
        {selects.map(({ name, label, options }) => (
          <div className="desk-field" key={name}>
            <label htmlFor={`${id}${name}`}>{label}</label>
            <select id={`${id}${name}`} name={name} defaultValue={query[name] ?? ''}>
              {options.map(([value, text]) => (
                <option key={value} value={value}>
                  {text}
                </option>
              ))}
            </select>
          </div>
        ))}
        <button type="submit" className="desk-button">
          {words.show}
        </button>
      </form>
      <Area id="deskViews" />
    </search>
  );
}
