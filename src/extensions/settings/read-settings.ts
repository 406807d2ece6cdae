import { join } from 'node:path';
import { fixOfProblem, isObject, pointerTo } from '#base';
import { retype, type WrittenSettings } from '#config';
import { checkSchema, type JsonSchema } from '../files/check-schema.ts';
import { type JsonFile, readJsonFile } from '../files/json-text.ts';
import type { Listing } from '../files/list-folder.ts';
import type { Report } from '../files/report.ts';
import { missingText, type TextFile } from '../texts/read-texts.ts';
import {
  checkValues,
  liveKeyword,
  moneyFormat,
  type SettingsManifest,
  settingWords,
  textKeyword,
  valueWords,
} from './settings-values.ts';

export const settingsName = 'settings.schema.json';
const code = 'SETTINGS_SCHEMA_INVALID';

/**
 * Reads settings.schema.json and the values in gateway.yaml. Undefined without a schema. Without `written`, there is no
 * gateway.yaml, and the values are the defaults.
 */
export async function readSettings(
  { folder, files }: Listing,
  written: WrittenSettings | undefined,
  report: Report,
): Promise<SettingsManifest | undefined> {
  if (!files.includes(settingsName)) {
    const what = `"settings" has values, and the extension has no ${settingsName}`;
    const fix = 'Remove them, or describe them in that file.';
    if (Object.keys(written?.values ?? {}).length > 0)
      report('CONFIG_UNKNOWN_KEY', written?.placeOf('', 'key') ?? folder, { what, fix });
    return undefined;
  }
  const json = await readJsonFile(join(folder, settingsName), code, report);
  if (json === undefined) return undefined;
  const schema = checkSchema(json.value, { json, base: '', code, more: settingWords }, report);
  if (schema === undefined || !checkShape(schema, json, report)) return undefined;
  const closed = { additionalProperties: false, ...schema };
  const live = Object.entries(propertiesOf(schema)).flatMap(([key, each]) => (isLive(each) ? [key] : []));
  const values = written === undefined ? checkValues(closed, {}).values : readValues(closed, written, report);
  return { file: json.file, schema: closed, values, live };
}

/** Reports labels that the extension has no text for. */
export async function reportLabels(
  settings: SettingsManifest | undefined,
  texts: readonly TextFile[],
  report: Report,
): Promise<void> {
  if (settings === undefined) return;
  for (const { value: key, pointer } of nodesWith(settings.schema, textKeyword, '')) {
    const missing = missingText('the label', key, texts);
    const json = missing && (await readJsonFile(settings.file, code, report));
    if (missing !== undefined && json !== undefined) report(code, json.placeOf(pointer), missing);
  }
}

interface WordOfSchema {
  /** The part of the schema that has the word. */
  readonly node: JsonSchema;
  readonly value: string;
  /** JSON pointer of the word. */
  readonly pointer: string;
}

/** Where a schema has this word with a text. */
function nodesWith(node: unknown, word: string, at: string): readonly WordOfSchema[] {
  if (Array.isArray(node)) return node.flatMap((each, index) => nodesWith(each, word, pointerTo(at, String(index))));
  if (!isObject(node)) return [];
  return Object.entries(node).flatMap(([name, value]) => {
    const pointer = pointerTo(at, name);
    if (name === word && typeof value === 'string') return [{ node, value, pointer }];
    return valueWords.has(name) ? [] : nodesWith(value, word, pointer);
  });
}

function propertiesOf(schema: JsonSchema): JsonSchema {
  return isObject(schema.properties) ? schema.properties : {};
}

function isLive(property: unknown): boolean {
  return isObject(property) && property[liveKeyword] === true;
}

const fixOfHidden = 'Describe it in "properties" at the top, too. Only what goes together belongs into the other.';

/** Whether the schema describes an object whose defaults are right, and whose live settings may be missing. */
function checkShape(schema: JsonSchema, json: JsonFile, report: Report): boolean {
  const wrong = (pointer: string, what: string, fix: string): false => {
    report(code, json.placeOf(pointer), { what, fix });
    return false;
  };
  if (schema.type !== 'object') return wrong('/type', 'settings are an object', 'Write "type": "object".');
  const required: readonly unknown[] = Array.isArray(schema.required) ? schema.required : [];
  const defaults = checkValues({ ...schema, required: [] }, {}).problems.map(({ pointer, message }) => {
    const at = `/properties${pointer.replace(/^(\/[^/]*).*$/, '$1')}/default`;
    return wrong(at, `a default is refused by its own schema: ${message}`, 'Correct one of the two.');
  });
  const live = Object.entries(propertiesOf(schema)).map(([key, property]) => {
    const isFilled = isObject(property) && property.default !== undefined;
    if (!isLive(property) || !required.includes(key) || isFilled) return true;
    const what = `"${key}" is live and required, and has no default for a shop that has not set it`;
    return wrong(pointerTo('/properties', key), what, 'Give it a "default", or take it out of "required".');
  });
  const amounts = nodesWith(schema, 'format', '').flatMap(({ node, value, pointer }) => {
    if (value !== moneyFormat || node.type === 'integer') return [];
    const what = 'the format "money" is of whole numbers: the smallest unit of the currency';
    return wrong(pointer, what, 'Write "type": "integer" next to it.');
  });
  const choices = ['oneOf', 'anyOf', 'allOf'].flatMap((word) =>
    [schema[word]].flat().flatMap((each, index) => {
      const keys = isObject(each) ? Object.keys(propertiesOf(each)) : [];
      return keys.map((key) => ({ key, word, pointer: pointerTo(`/${word}/${index}/properties`, key) }));
    }),
  );
  const hidden = choices.filter(({ key }) => !Object.hasOwn(propertiesOf(schema), key));
  for (const { key, word, pointer } of hidden)
    wrong(pointer, `"${key}" is described in "${word}" alone, so that no shop can set it`, fixOfHidden);
  return defaults.length + amounts.length + hidden.length === 0 && live.every((isRight) => isRight);
}

function readValues(schema: JsonSchema, written: WrittenSettings, report: Report): SettingsManifest['values'] {
  const { values, problems } = checkValues(schema, retyped(written.values, schema), written);
  for (const problem of problems) {
    const { rule, message, name: key, target } = problem;
    const code = rule === 'additionalProperties' ? 'CONFIG_UNKNOWN_KEY' : 'CONFIG_INVALID';
    const where = written.placeOf(problem.pointer, rule === 'required' ? 'key' : target);
    const fix = rule === 'required' ? `Add "${key}: ..." to its "settings".` : fixOfProblem(problem);
    report(code, where, { what: `settings of the extension: ${message}`, fix });
  }
  return values;
}

type Values = WrittenSettings['values'];

/** The values with numbers and booleans where the environment may have given their text. */
function retyped(values: Values, schema: JsonSchema): Values {
  const properties = propertiesOf(schema);
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => {
      const property = isObject(properties[key]) ? properties[key] : {};
      if (isObject(value)) return [key, retyped(value, property)];
      return [key, typeof value === 'string' && 'type' in property ? retype(value, property.type) : value];
    }),
  );
}
