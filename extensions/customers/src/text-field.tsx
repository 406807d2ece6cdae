import { useText } from 'stoa';
import type { Texts } from '../customers.gen.ts';
import styles from './account-form.module.css';
import { FieldError, fieldMarks } from './field-error.tsx';
import type { FormField } from './form-fields.ts';

interface TextFieldProps {
  readonly field: FormField;
  readonly value: string | undefined;
  readonly error: string | undefined;
}

/** A labelled input with its error below. A password is typed again. */
export function TextField({ field: { name, label, hint, ...limits }, value, error }: TextFieldProps) {
  const text = useText<Texts>();
  const hintId = hint && `${name}-hint`;
  return (
    <div className={styles.field}>
      <label htmlFor={name}>{text(label)}</label>
      <input
        id={name}
        name={name}
        required
        defaultValue={limits.type === 'password' ? undefined : value}
        {...limits}
        {...fieldMarks(name, error, hintId)}
      />
      {hint && (
        <p id={hintId} className={styles.hint}>
          {text(hint)}
        </p>
      )}
      <FieldError name={name} error={error} />
    </div>
  );
}
