import { NewPartError, type PartTemplate } from '../shared/new-part.ts';

const defaults: Readonly<Record<string, string>> = { string: 'to be set', number: '1', integer: '1', boolean: 'false' };

/** A setting of an extension, in its settings.schema.json. */
export const settingPart: PartTemplate = {
  named: 'name of the setting, e.g. freeFrom',
  pattern: /^[a-z][a-zA-Z0-9]*$/,
  questions: [
    { flag: 'type', text: 'string, number, integer or boolean', suggest: () => 'string' },
    { flag: 'default', text: 'Its default', suggest: (_name, { type = '' }) => defaults[type] ?? '' },
    { flag: 'live', text: 'Does it change while the shop runs? yes or no', suggest: () => 'no' },
  ],
  write({ name, options: { type = 'string', default: text = '', live } }) {
    if (!Object.hasOwn(defaults, type))
      throw new NewPartError(`"${type}" is no type of a new setting`, `Write ${Object.keys(defaults).join(', ')}.`);
    const value = type === 'string' ? text : parsed(text);
    const isRight = type === 'integer' ? Number.isInteger(value) : typeof value === type;
    if (!isRight) throw new NewPartError(`"${text}" is no ${type}`, 'Give another --default.');
    return { files: {}, setting: { name, schema: { type, default: value, ...(live === 'yes' && { live: true }) } } };
  },
};

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
