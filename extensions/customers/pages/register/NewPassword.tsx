import { useEffect, useState } from 'react';
import { type Hydrate, useForm, useText } from 'stoa';
import type { CreateCustomer, Layout, Texts } from '../../customers.gen.ts';
import styles from '../../src/account-form.module.css';
import { FieldError, fieldMarks } from '../../src/text-field.tsx';
import own from './NewPassword.module.css';

export const layout: Layout = { areaId: 'registerPassword', sortOrder: 10 };
export const hydrate: Hydrate = 'idle';
export const texts: readonly (keyof Texts)[] = [
  'account.password',
  'register.hint',
  'register.show',
  'register.hide',
  'register.showPassword',
  'register.hidePassword',
];

/** A password to be thought up; with JavaScript, it can be looked at. */
export default function NewPassword() {
  const text = useText<Texts>();
  const { errors } = useForm<CreateCustomer>('createCustomer');
  const [isShown, setShown] = useState(false);
  const [canToggle, setCanToggle] = useState(false);
  useEffect(() => setCanToggle(true), []);
  return (
    <div className={styles.field}>
      <label htmlFor="password">{text('account.password')}</label>
      <div className={own.row}>
        <input
          id="password"
          name="password"
          type={isShown ? 'text' : 'password'}
          autoComplete="new-password"
          required
          minLength={8}
          maxLength={200}
          {...fieldMarks('password', errors.password, 'password-hint')}
        />
        <button
          type="button"
          className={canToggle ? own.toggle : `${own.toggle} ${own.waiting}`}
          aria-controls="password"
          aria-label={text.plain(isShown ? 'register.hidePassword' : 'register.showPassword')}
          onClick={() => setShown(!isShown)}
        >
          {text(isShown ? 'register.hide' : 'register.show')}
        </button>
      </div>
      <p id="password-hint" className={styles.hint}>
        {text('register.hint')}
      </p>
      <FieldError name="password" error={errors.password} />
    </div>
  );
}
