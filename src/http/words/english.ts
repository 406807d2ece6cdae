import { STATUS_CODES } from 'node:http';

/** What the gateway itself says to clients and shoppers. Messages without a place here are for developers. */
export const english = {
  language: 'en',
  direction: 'ltr',
  notFound: 'Page not found',
  nothingHere: 'There is nothing at this address.',
  toStart: 'Go to the start page',
  unavailable: 'Temporarily unavailable',
  cannotShow: 'This page cannot be shown at the moment.',
  tryAgain: 'Try again in a moment',
  partUnavailable: 'A part of this page is temporarily unavailable.',
  signIn: 'Sign in, then send the form again.',
  signedIn: 'You are signed in now. Check what you typed, and send it.',
  /** Title and text of a page about an error. The text of an English page is the error's own. */
  status: (status: number): readonly [title: string, text: string | undefined] => [
    STATUS_CODES[status] ?? 'Error',
    undefined,
  ],
  tooMany: (seconds: number) => `Too many requests; try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
  bodyRequired: 'a body is required',
  required: (names: readonly string[]) => {
    const last = names.at(-1);
    return names.length === 1 ? `${last} is required` : `${names.slice(0, -1).join(', ')} and ${last} are required`;
  },
  unknown: (name: string) => `${name} is not a known field`,
  type: (name: string, types: readonly string[], isRepeated: boolean) =>
    `${name} must be ${types.map((type) => englishTypes[type] ?? type).join(' or ')}${isRepeated ? ', and given once' : ''}`,
  choice: (name: string, values: string) => `${name} must be one of ${values}`,
  empty: (name: string) => `${name} must not be empty`,
  pattern: (name: string, pattern: string) => `${name} must match ${pattern}`,
  minLength: (name: string, limit: number) => `${name} must have at least ${limit} characters`,
  maxLength: (name: string, limit: number) => `${name} must have at most ${limit} characters`,
  minimum: (name: string, limit: number) => `${name} must be at least ${limit}`,
  maximum: (name: string, limit: number) => `${name} must be at most ${limit}`,
  format: (name: string, format: string) => `${name} is not a valid ${format}`,
  fileType: (name: string, kinds: readonly string[]) => `${name} must be a file of type ${oneOf(kinds, 'or')}`,
  fileSize: (name: string, limit: number) => `${name} must be at most ${sizeText('en', limit)}`,
  fileCount: (name: string, limit: number) => `${name} takes at most ${limit} ${limit === 1 ? 'file' : 'files'}`,
  /** Of a file that is no picture, or too large a picture: the reason in English. */
  filePicture: (_name: string, reason: string) => reason,
  /** Of a colour of text that cannot be read. */
  contrast: (text: string, on: string, { scheme, ratio, least }: Contrast) =>
    `On ${scheme} screens, "${text}" has a contrast of ${ratioText('en', ratio)} to "${on}". Text needs ${ratioText('en', least)}.`,
  /** Of another rule: what ajv says of it. */
  other: (name: string, reason: string) => `${name} ${reason}`,
};

export interface Contrast {
  readonly scheme: 'light' | 'dark';
  /** From 1 to 21. */
  readonly ratio: number;
  readonly least: number;
}

/** `4.4:1`: never rounded up. */
export function ratioText(locale: string, ratio: number): string {
  const options = { minimumFractionDigits: 1, maximumFractionDigits: 1, roundingMode: 'floor' } as const;
  return `${new Intl.NumberFormat(locale, options).format(ratio)}:1`;
}

export type CoreTexts = typeof english;

/** `a, b or c` */
export function oneOf(names: readonly string[], or: string): string {
  return names.length < 2 ? names.join() : `${names.slice(0, -1).join(', ')} ${or} ${names.at(-1)}`;
}

/** `5 MB` */
export function sizeText(locale: string, bytes: number): string {
  const [unit, divisor] = bytes >= 1e6 ? ['megabyte', 1e6] : bytes >= 1e3 ? ['kilobyte', 1e3] : ['byte', 1];
  return new Intl.NumberFormat(locale, { style: 'unit', unit, maximumFractionDigits: 1 }).format(bytes / divisor);
}

const englishTypes: Readonly<Record<string, string>> = {
  string: 'a string',
  integer: 'an integer',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'null',
};
