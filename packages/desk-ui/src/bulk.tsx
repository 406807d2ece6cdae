import type { ReactNode } from 'react';
import { Area, useFormat } from 'stoa';
import { Form, type FormState } from './form.tsx';
import { useList } from './list.ts';
import { Notice } from './parts.tsx';
import { useWords } from './words.ts';

export interface Bulk {
  /** The address of a route that takes the ids. Null where it is away: rows then have no boxes. */
  readonly action: string | null;
  /** What `useForm` says of that route. */
  readonly form: FormState;
  /** The field of the route that gets the keys of the selected rows. */
  readonly name: string;
  /** One button each. Its value is the field `do` of the route. */
  readonly actions: readonly { readonly value: string; readonly label: ReactNode; readonly danger?: boolean }[];
  /** Fields of the actions, such as a category to move to. */
  readonly fields?: ReactNode;
}

/** What the last action did: how many rows it changed, and why it refused others. */
export function BulkResult({ form }: Pick<Bulk, 'form'>) {
  const { done } = useList();
  const { number } = useFormat();
  const words = useWords();
  const { message, errors, values } = form;
  if (message === undefined) return done === undefined ? null : <Notice>{words.done(number(done))}</Notice>;
  // Of rows, when the route took the form.
  const refused = Object.entries(errors).filter(([name]) => !Object.hasOwn(values, name) && errors[name] !== message);
  const { next } = values;
  return (
    <div className="desk-notice desk-bad" role="alert">
      <p>{message}</p>
      {refused.length > 0 && (
        <ul>
          {refused.map(([row, why]) => (
            <li key={row}>
              <bdi>{row}</bdi>
              {`: ${why}`}
            </li>
          ))}
        </ul>
      )}
      {next !== undefined && /^\/(?![/\\])/.test(next) && <a href={next}>{words.back}</a>}
    </div>
  );
}

interface BulkBarProps extends Bulk {
  readonly id: string;
  readonly at: number;
}

/** The form of the boxes in the rows, which name it by its id: forms in the rows stay forms of their own. */
export function BulkBar({ id, at, action, actions, fields }: BulkBarProps) {
  const { address } = useList();
  const words = useWords();
  const [first, ...others] = actions;
  if (first === undefined || action === null) return null;
  // With its query string, so that a refused form shows the same rows.
  const next = address({ page: String(at) });
  return (
    <section className="desk-bulk" aria-label={words.withSelected}>
      <Area id="deskBulk" />
      <Form
        id={id}
        action={action + next.slice(next.indexOf('?'))}
        submit={first.label}
        submitAs={{ name: 'do', value: first.value }}
        danger={first.danger ?? false}
        hidden={{ next }}
        actions={others.map(({ value, label, danger = false }) => (
          <button
            key={value}
            type="submit"
            name="do"
            value={value}
            className={danger ? 'desk-button desk-danger' : 'desk-button'}
          >
            {label}
          </button>
        ))}
        inline
      >
        {fields}
      </Form>
    </section>
  );
}
