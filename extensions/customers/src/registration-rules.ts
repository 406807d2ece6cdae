import { isLine } from '@stoa/desk-ui/line';
import { type ErrorText, StoaError } from 'stoa';
import { isEmail, normaliseEmail } from './normalise-email.ts';
import { passwordWeakness } from './password-strength.ts';

export interface Registration {
  readonly name: string;
  /** Normalised. */
  readonly email: string;
  readonly password: string;
}

/** What a client has sent. route.json checks types only, so that all errors of a form come at once. */
export type RegistrationInput = { readonly [Field in keyof Registration]?: string | null | undefined };

/** The form's fields with their errors. */
export type RegistrationErrors = { readonly [Field in keyof Registration]?: ErrorText };

/** Each field as it is stored, and what is wrong with it. An address may still have an account. */
export async function checkRegistration(input: RegistrationInput): Promise<{
  readonly registration: Registration;
  readonly errors: RegistrationErrors;
}> {
  const name = input.name?.trim() ?? '';
  const email = normaliseEmail(input.email ?? '');
  const password = input.password ?? '';
  const problems = {
    name: nameError(name),
    email: emailError(email),
    password: await passwordError(password, { name, email }),
  };
  const errors = Object.fromEntries(Object.entries(problems).filter(([, problem]) => problem !== undefined));
  return { registration: { name, email, password }, errors };
}

function nameError(name: string): ErrorText | undefined {
  if (name === '') return { text: 'register.noName' };
  return isLine(name) && lengthOf(name) <= 100 ? undefined : { text: 'register.wrongName' };
}

/** A normalised address. Throws BAD_USER_INPUT, with the field, for what is none. */
export function requireEmail(typed: string | null | undefined): string {
  const email = normaliseEmail(typed ?? '');
  const error = emailError(email);
  if (error !== undefined) throw new StoaError('BAD_USER_INPUT', error, { fields: { email: error } });
  return email;
}

function emailError(email: string): ErrorText | undefined {
  if (isEmail(email)) return undefined;
  return { text: email === '' ? 'register.noEmail' : 'register.wrongEmail' };
}

/** What is wrong with a new password; undefined for a good one. The owner's name and address are easy to guess. */
export async function passwordError(
  password: string,
  { name, email }: Pick<Registration, 'name' | 'email'>,
): Promise<ErrorText | undefined> {
  const length = lengthOf(password);
  const known = [...name.split(' '), email, ...email.split('@')];
  if (length >= 8 && length <= 200) return await passwordWeakness(password, known);
  return { text: password === '' ? 'register.noPassword' : 'register.wrongPassword' };
}

/** In code points, as PostgreSQL and JSON Schema count. */
function lengthOf(text: string): number {
  return [...text].length;
}
