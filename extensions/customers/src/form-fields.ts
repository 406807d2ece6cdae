import type { AddressField } from '@stoa/desk-ui/address';

/** An input of a form. What was typed, and what is wrong with it, come from the form. */
export interface FormField {
  readonly name: string;
  readonly label:
    | 'account.name'
    | 'account.email'
    | 'account.password'
    | 'email.new'
    | 'password.own'
    | 'password.new'
    | `address.${AddressField}`;
  readonly type?: 'text' | 'email' | 'password' | 'tel';
  readonly autoComplete: string;
  readonly maxLength: number;
  /** Default: true. */
  readonly required?: boolean;
  /** The label says so. */
  readonly isOptional?: boolean;
  /** Stands below the input. */
  readonly hint?: 'register.hint';
}

/** The address of an account. */
export const email: FormField = {
  name: 'email',
  label: 'account.email',
  type: 'email',
  autoComplete: 'username',
  maxLength: 254,
};

export const password: FormField = {
  name: 'password',
  label: 'account.password',
  type: 'password',
  autoComplete: 'current-password',
  maxLength: 200,
};

/** The password of the account, which some changes ask for again. */
export const ownPassword: FormField = { ...password, label: 'password.own' };

/** A password to be thought up. */
export const newPassword: FormField = {
  name: 'newPassword',
  label: 'password.new',
  type: 'password',
  autoComplete: 'new-password',
  maxLength: 200,
  hint: 'register.hint',
};
