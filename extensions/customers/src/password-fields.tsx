import { useText } from 'stoa';
import type { Texts } from '../customers.gen.ts';
import { TextField } from './text-field.tsx';

interface PasswordFieldProps {
  readonly error: string | undefined;
}

/** The password of the account, which some changes ask for again. */
export function OwnPassword({ error }: PasswordFieldProps) {
  const text = useText<Texts>();
  return (
    <TextField
      name="password"
      label={text('password.own')}
      type="password"
      autoComplete="current-password"
      maxLength={200}
      error={error}
    />
  );
}

/** A password to be thought up. */
export function NewPassword({ error }: PasswordFieldProps) {
  const text = useText<Texts>();
  return (
    <TextField
      name="newPassword"
      label={text('password.new')}
      type="password"
      autoComplete="new-password"
      maxLength={200}
      hint={text('register.hint')}
      error={error}
    />
  );
}
