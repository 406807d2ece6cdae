/** A live setting, as `Query.liveSettings` has it. */
export interface Setting {
  readonly extension: string;
  readonly name: string;
  readonly description: string | undefined;
  /** What the form has: `json` for a list or an object. */
  readonly kind: 'text' | 'number' | 'boolean' | 'choice' | 'json' | 'secret';
  readonly choices: readonly string[];
  /** Empty where there is none. */
  readonly text: string;
}

/** The facts about the shop are listed under this name. */
export const shopOwner = '@shop';

/** Reads what `liveSettings` answers. */
export function settingsIn(answer: unknown): readonly Setting[] {
  return entriesOf(answer).flatMap(([extension, all]) =>
    entriesOf(all).map(([name, one]) => {
      const { value, schema } = { ...objectOf(one) };
      return settingOf({ extension, name }, value, objectOf(schema));
    }),
  );
}

/** The value that a text of the form stands for. Null, for the default, where it is empty. Throws SyntaxError. */
export function readValue({ kind }: Pick<Setting, 'kind'>, text: string): unknown {
  if (text === '') return null;
  switch (kind) {
    case 'number':
      // What is no number is refused by the schema.
      return Number.isNaN(Number(text)) ? text : Number(text);
    case 'boolean':
      return text === 'true';
    case 'json':
      return JSON.parse(text);
    case 'text':
    case 'choice':
    case 'secret':
      return text;
  }
}

function settingOf(
  named: Pick<Setting, 'extension' | 'name'>,
  value: unknown,
  { description, type, enum: choices }: Readonly<Record<string, unknown>>,
): Setting {
  const kind = kindOf(named.name, type, choices);
  return {
    ...named,
    kind,
    description: typeof description === 'string' ? description : undefined,
    choices: Array.isArray(choices) ? choices.map(String) : [],
    text: kind === 'secret' ? '' : textOf(value, kind),
  };
}

function kindOf(name: string, type: unknown, choices: unknown): Setting['kind'] {
  if (/secret|password|token|credential|key$/i.test(name)) return 'secret';
  if (Array.isArray(choices) && choices.every((each) => typeof each === 'string')) return 'choice';
  if (type === 'string') return 'text';
  if (type === 'number' || type === 'integer') return 'number';
  return type === 'boolean' ? 'boolean' : 'json';
}

function textOf(value: unknown, kind: Setting['kind']): string {
  if (value === null || value === undefined) return '';
  return kind === 'json' ? JSON.stringify(value, null, 2) : String(value);
}

function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function entriesOf(value: unknown): readonly (readonly [string, unknown])[] {
  return Object.entries(objectOf(value));
}
