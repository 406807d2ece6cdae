import styles from './account-form.module.css';

/** A field's error, which its input references by `aria-describedby`. */
export function FieldError({ name, error }: { readonly name: string; readonly error: string | undefined }) {
  if (error === undefined) return null;
  return (
    <p id={`${name}-error`} className={styles.error}>
      {asSentence(error)}
    </p>
  );
}

/** The ARIA attributes of an input with an error or a hint. */
export function fieldMarks(name: string, error: string | undefined, hint?: string) {
  const described = [hint, error === undefined ? undefined : `${name}-error`].filter((id) => id !== undefined);
  return {
    'aria-invalid': error === undefined ? undefined : true,
    'aria-describedby': described.length === 0 ? undefined : described.join(' '),
  };
}

// The gateway's messages are fragments that begin with the field's name: "name is required".
function asSentence(message: string): string {
  const end = /[.!?]$/.test(message) ? '' : '.';
  return message.charAt(0).toUpperCase() + message.slice(1) + end;
}
