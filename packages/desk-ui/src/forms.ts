import { isRowId, StoaError } from 'stoa';

/** The fields of a form, as texts. */
export type Fields = Readonly<Record<string, string>>;

interface Change {
  readonly from: Fields;
  readonly to: Fields;
}

/** What a form has in a field, without blanks around and with the database's line breaks. */
export function typed(value: string | null | undefined): string {
  return (value ?? '').replaceAll('\r\n', '\n').trim();
}

/** The id that a select has, or an empty text. Throws BAD_USER_INPUT for what is no id. */
export function typedId(value: string | null | undefined, field: string): string {
  const id = typed(value);
  return id === '' || isRowId(id) ? id : refuse(field, 'desk.unknown');
}

/** The fields of `to` that are other than those of `from`, of either. */
export function differences(from: Fields, to: Fields): Change {
  const names = Object.keys(to).filter((name) => from[name] !== to[name]);
  const pick = (fields: Fields) => Object.fromEntries(names.map((name) => [name, fields[name] ?? '']));
  return { from: pick(from), to: pick(to) };
}

/** What a form changes. Undefined where nothing differs. Throws CONFLICT for a change that is stale. */
export function changeOf(now: Fields, form: Fields, isStale: boolean): Change | undefined {
  const change = differences(now, form);
  if (Object.keys(change.to).length === 0) return undefined;
  return isStale ? refuseStale(now, form) : change;
}

/** Refuses a form that was opened before another change. Each field that differs says what is there now. */
export function refuseStale(now: Fields, form: Fields): never {
  const { from } = differences(now, form);
  const fields = Object.entries(from).map(
    ([name, value]) => [name, { text: 'desk.now', values: { value: value || '–' } }] as const,
  );
  throw new StoaError('CONFLICT', { text: 'desk.stale' }, { fields: Object.fromEntries(fields) });
}

interface Refusal {
  readonly code?: 'BAD_USER_INPUT' | 'CONFLICT';
  readonly cause?: unknown;
}

/** Throws BAD_USER_INPUT or another code, with the same text at a field. */
export function refuse(field: string, text: string, { code = 'BAD_USER_INPUT', cause }: Refusal = {}): never {
  throw new StoaError(code, { text }, { fields: { [field]: { text } }, cause });
}

/** Throws NOT_FOUND. */
export function refuseUnknown(): never {
  throw new StoaError('NOT_FOUND', { text: 'desk.unknown' });
}

interface Mistakes {
  /** The field of what is taken, or each constraint with its field: those of a table that has several. */
  readonly taken?: string | Readonly<Record<string, string>>;
  readonly unknown?: string;
}

/** What PostgreSQL refuses as taken or unknown is the mistake of a field. Other errors stay. */
export function atField({ taken, unknown }: Mistakes) {
  return (error: unknown): never => {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    const constraint = error instanceof Error && 'constraint' in error ? String(error.constraint) : '';
    const field = typeof taken === 'object' ? taken[constraint] : taken;
    if (code === '23505' && field !== undefined) refuse(field, 'desk.taken', { code: 'CONFLICT', cause: error });
    if (code === '23503' && unknown !== undefined) refuse(unknown, 'desk.unknown', { cause: error });
    throw error;
  };
}
