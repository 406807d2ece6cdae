import type { ReactNode } from 'react';
import { TextField } from './text-field.tsx';

interface EmailFieldProps {
  readonly label: ReactNode;
  readonly form: { readonly values: { readonly email?: string }; readonly errors: { readonly email?: string } };
  readonly autoComplete?: string;
}

/** The address of an account. */
export function EmailField({ label, form, autoComplete = 'username' }: EmailFieldProps) {
  const { values, errors } = form;
  return (
    <TextField
      name="email"
      label={label}
      type="email"
      autoComplete={autoComplete}
      maxLength={254}
      value={values.email}
      error={errors.email}
    />
  );
}
