import { useText } from 'stoa';
import type { Texts } from '../../catalog.gen.ts';
import styles from './search-form.module.css';
import { longestSearch } from './search-terms.ts';

interface SearchFormProps {
  readonly id: string;
  /** The page with the list of products. */
  readonly action: string;
  readonly label: string;
  /** Without one, the label is shown. */
  readonly placeholder?: string;
  readonly searched?: string | undefined;
}

export function SearchForm({ id, action, label, placeholder, searched }: SearchFormProps) {
  const text = useText<Texts>();
  return (
    <search>
      <form action={action}>
        <label className={placeholder === undefined ? styles.label : styles.hidden} htmlFor={id}>
          {label}
        </label>
        <div className={styles.row}>
          <input
            id={id}
            name="search"
            type="search"
            maxLength={longestSearch}
            placeholder={placeholder}
            defaultValue={searched}
          />
          <button type="submit">{text('search.word')}</button>
        </div>
      </form>
    </search>
  );
}
