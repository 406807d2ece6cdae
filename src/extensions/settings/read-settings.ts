import { join } from 'node:path';
import { fixOfProblem, isObject, pointerKeys, pointerTo } from '#base';
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
  for (const { value: key, pointer } of nodesWith(settings.schema, textKeyword)) {
    const missing = missingText('the label', String(key), texts);
    const json = missing && (await readJsonFile(settings.file, code, report));
    if (missing !== undefined && json !== undefined) report(code, json.placeOf(pointer), missing);
  }
}

interface WordOfSchema {
  /** The part of the schema that has the word. */
  readonly node: JsonSchema;
  readonly value: unknown;
  /** JSON pointer of the word. */
  readonly pointer: string;
}

/** Where a schema has this word. */
function nodesWith(node: unknown, word: string, at = ''): readonly WordOfSchema[] {
  if (Array.isArray(node)) return node.flatMap((each, index) => nodesWith(each, word, pointerTo(at, String(index))));
  if (!isObject(node)) return [];
  return Object.entries(node).flatMap(([name, value]) => {
    const pointer = pointerTo(at, name);
    if (name === word && !namesOfSchemas.test(at)) return [{ node, value, pointer }];
    return valueWords.has(name) ? [] : nodesWith(value, word, pointer);
  });
}

/** Below these words, keys are names. */
const namesOfSchemas = /\/(?:properties|patternProperties|\$defs)$/;

function propertiesOf(schema: JsonSchema): JsonSchema {
  return isObject(schema.properties) ? schema.properties : {};
}

/** The pointer of a word of a property of the object itself. */
const ofProperty = /^\/properties\/[^/]+\/[^/]+$/;
/** That of a default of a property of another object. */
const belowProperty = /.\/properties\/[^/]+\/default$/;

function isLive(property: unknown): boolean {
  return isObject(property) && property[liveKeyword] === true;
}

const fixOfLive = 'A property of the object itself can be live, and a live one can end sessions.';
const fixOfHidden = 'Describe it in "properties" at the top, too. Only what goes together belongs into the other.';

/** Whether the schema describes an object whose defaults are right, and whose live settings may be missing. */
function checkShape(schema: JsonSchema, json: JsonFile, report: Report): boolean {
  let isRight = true;
  const wrong = (pointer: string, what: string, fix: string): void => {
    isRight = false;
    report(code, json.placeOf(pointer), { what, fix });
  };
  if (schema.type !== 'object') {
    wrong('/type', 'settings are an object', 'Write "type": "object".');
    return false;
  }
  const properties = propertiesOf(schema);
  const wrongDefault = (pointer: string, message: string): void =>
    wrong(pointer, `a default is refused by its own schema: ${message}`, 'Correct one of the two.');
  for (const { pointer, message } of checkValues({ ...schema, required: [] }, {}).problems)
    wrongDefault(`/properties${pointer.replace(/^(\/[^/]*).*$/, '$1')}/default`, message);
  // Those of objects that are not there by default.
  const { $defs = {}, definitions = {} } = schema;
  for (const { node, value, pointer } of nodesWith(schema, 'default').filter((each) =>
    belowProperty.test(each.pointer),
  )) {
    const name = pointerKeys(pointer).at(-2) ?? '';
    const alone = { type: 'object', $defs, definitions, properties: { ...properties, [name]: node } };
    const { problems } = checkValues(alone, { [name]: value });
    const own = problems.filter((each) => pointerKeys(each.pointer)[0] === name);
    for (const { message } of own) wrongDefault(pointer, message);
  }
  for (const word of [liveKeyword, 'endsSessions'])
    for (const { node, value, pointer } of nodesWith(schema, word))
      if (value === true && !(ofProperty.test(pointer) && isLive(node)))
        wrong(pointer, `"${word}" has no effect here`, fixOfLive);
  const required: readonly unknown[] = Array.isArray(schema.required) ? schema.required : [];
  for (const [key, property] of Object.entries(properties)) {
    const isFilled = isObject(property) && property.default !== undefined;
    if (!isLive(property) || !required.includes(key) || isFilled) continue;
    const what = `"${key}" is live and required, and has no default for a shop that has not set it`;
    wrong(pointerTo('/properties', key), what, 'Give it a "default", or take it out of "required".');
  }
  for (const { node, value, pointer } of nodesWith(schema, 'format')) {
    const what = 'the format "money" is of whole numbers: the smallest unit of the currency';
    if (value === moneyFormat && node.type !== 'integer') wrong(pointer, what, 'Write "type": "integer" next to it.');
  }
  for (const word of ['oneOf', 'anyOf', 'allOf'])
    for (const [index, each] of [schema[word]].flat().entries())
      for (const key of isObject(each) ? Object.keys(propertiesOf(each)) : []) {
        const what = `"${key}" is described in "${word}" alone, so that no shop can set it`;
        if (!Object.hasOwn(properties, key)) wrong(pointerTo(`/${word}/${index}/properties`, key), what, fixOfHidden);
      }
  return isRight;
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
