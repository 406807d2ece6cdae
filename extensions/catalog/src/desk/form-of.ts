interface FormState {
  readonly values: Readonly<Partial<Record<string, string>>>;
  readonly errors: Readonly<Partial<Record<string, string>>>;
  readonly message: string | undefined;
}

/** Of several forms of one route, a page shows the refusal at that which has this value in a field. */
export function formOf(form: FormState, field: string, value: string): FormState {
  return form.values[field] === value ? form : { values: {}, errors: {}, message: undefined };
}
