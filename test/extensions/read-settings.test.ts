import { join } from 'node:path';
import { expect } from 'chai';
import { describeConfig, readConfig } from '#config';
import { discoverExtensions } from '#extensions';
import { type Files, soundEndpoint, temporaryFolder } from './extension-folder.ts';

const schema = {
  type: 'object',
  required: ['key'],
  properties: {
    key: { type: 'string' },
    size: { type: 'integer', maximum: 9, default: 3 },
    on: { type: 'boolean' },
    place: { type: 'object', properties: { port: { type: 'integer' } } },
    note: { type: 'string', live: true },
  },
};

/** Discovers an extension with this schema, and these settings in the fifth line of gateway.yaml. */
async function discover(settings: string, given: unknown = schema, environment: Readonly<Record<string, string>> = {}) {
  const text = typeof given === 'string' ? given : JSON.stringify(given, null, 2);
  const yaml = `version: 1\nsystem:\n  extensions:\n    - name: post\n      ${settings}\n      resolve: ./post\n`;
  const files: Files = Object.fromEntries(Object.entries(soundEndpoint).map(([name, file]) => [`post/${name}`, file]));
  await using folder = await temporaryFolder({
    ...files,
    ...(given !== null && { 'post/settings.schema.json': text }),
    'gateway.yaml': yaml,
  });
  const { config, findings: ofFile } = await readConfig(join(folder.folder, 'gateway.yaml'), { environment });
  if (config === undefined) throw new Error(JSON.stringify(ofFile));
  const { manifests, findings } = await discoverExtensions(config);
  const places = findings.map(({ code, where, what, fix }) => {
    const file = where.file.replace(`${folder.folder}/`, '');
    return { place: `${code} ${file}:${where.line}:${where.column}`, what, fix };
  });
  return { settings: manifests[0]?.settings, places, shown: describeConfig(config) };
}

describe('settings of an extension', () => {
  it('have the values of gateway.yaml and the defaults', async () => {
    const { settings, places } = await discover('settings: { key: a }');
    expect(places).to.deep.equal([]);
    expect(settings).to.deep.include({ values: { key: 'a', size: 3 }, live: ['note'] });
  });

  it('have the type of the schema where the environment gives them, and are masked', async () => {
    const yaml = 'settings: { key: "${KEY}", size: "${SIZE}", on: "${ON}", place: { port: "${PORT}" } }';
    const { settings, shown } = await discover(yaml, schema, { KEY: '12', SIZE: '4', ON: 'true', PORT: '80' });
    expect(settings?.values).to.deep.equal({ key: '12', size: 4, on: true, place: { port: 80 } });
    expect(JSON.stringify(shown)).to.include('"settings":{"key":"***","size":"***","on":"***","place":{"port":"***"}}');
  });

  for (const [situation, yaml, place, what, fix] of [
    ['is missing', 'enabled: true', '4:7', '"key" is missing', 'Add "key: ..." to its "settings".'],
    [
      'is missing among others',
      'settings: { size: 1 }',
      '5:7',
      '"key" is missing',
      'Add "key: ..." to its "settings".',
    ],
    ['is out of bounds', 'settings: { key: a, size: 10 }', '5:33', '"size" must be at most 9', undefined],
    [
      'has a wrong type',
      'settings: { key: a, on: 1 }',
      '5:31',
      '"on" must be true or false, but is a number',
      undefined,
    ],
    ['is unknown', 'settings: { key: a, sise: 1 }', '5:27', '"sise" is not a known key', 'Did you mean "size"?'],
  ] as const)
    it(`refuse a value that ${situation}, at its place`, async () => {
      const { places } = await discover(yaml);
      const code = situation === 'is unknown' ? 'CONFIG_UNKNOWN_KEY' : 'CONFIG_INVALID';
      expect(places).to.have.length(1);
      expect(places[0]).to.include({
        place: `${code} gateway.yaml:${place}`,
        what: `settings of the extension: ${what}`,
        ...(fix && { fix }),
      });
    });

  it('are refused where the extension has none', async () => {
    const { places } = await discover('settings: { key: a }', null);
    expect(places.map(({ place }) => place)).to.deep.equal(['CONFIG_UNKNOWN_KEY gateway.yaml:5:7']);
  });

  const noNumber = { type: 'object', properties: { a: { type: 'integer', default: 'x' } } };
  it('may have a default in a part of a property, and rules about the whole', async () => {
    const size = { type: 'integer', allOf: [{ type: 'integer', minimum: 1, default: 5 }] };
    const room = { type: 'object', properties: { wide: { type: 'integer', default: 3 } } };
    const whole = { dependentRequired: { size: ['room'] }, oneOf: [{ type: 'object' }] };
    const { places } = await discover('enabled: true', { type: 'object', properties: { size, room }, ...whole });
    expect(places).to.deep.equal([]);
  });

  for (const [situation, given, what] of [
    ['no JSON', '{', 'ends where a key in double quotes should stand'],
    ['not an object', [], 'is not a JSON Schema, which is an object'],
    ['of a list', { type: 'array' }, 'settings are an object'],
    ['of no type, and a choice', { oneOf: [noNumber] }, 'settings are an object'],
    [
      'with a setting in one of several choices alone',
      { type: 'object', properties: { a: {} }, anyOf: [{ required: ['a'] }, { properties: { a: {}, b: {} } }] },
      '"b" is described in "anyOf" alone, so that no shop can set it',
    ],
    ['with an unknown word', { type: 'object', alive: true }, /unknown keyword: "alive"/],
    [
      'with a word of another type',
      { type: 'object', properties: { a: { type: 'string', default: '', live: 'yes' } } },
      /live value must be \["boolean"/,
    ],
    [
      'whose default is wrong',
      noNumber,
      'a default is refused by its own schema: "a" must be a whole number, but is a string',
    ],
    [
      'whose default below an object is wrong',
      { type: 'object', properties: { a: { type: 'object', properties: { b: { type: 'integer', default: 'x' } } } } },
      'a default is refused by its own schema: "b" must be a whole number, but is a string',
    ],
    [
      'with a live setting below an object',
      { type: 'object', properties: { a: { type: 'object', properties: { b: { type: 'string', live: true } } } } },
      '"live" has no effect here',
    ],
    [
      'with a setting that ends sessions, and is not live',
      { type: 'object', properties: { a: { type: 'string', endsSessions: true } } },
      '"endsSessions" has no effect here',
    ],
    [
      'with a label that is no text',
      { type: 'object', properties: { text: { type: 'string', default: 'x', text: 'a' } } },
      'the label is "a", and texts/ has no such key',
    ],
    [
      'with an amount of money that is no whole number',
      { type: 'object', properties: { a: { type: 'array', items: { type: 'number', format: 'money' } } } },
      'the format "money" is of whole numbers: the smallest unit of the currency',
    ],
    [
      'with a live setting that a shop need not have set',
      { type: 'object', required: ['a'], properties: { a: { type: 'string', live: true } } },
      '"a" is live and required, and has no default for a shop that has not set it',
    ],
  ] as const)
    it(`refuse a schema that is ${situation}`, async () => {
      const { places } = await discover('enabled: true', given);
      expect(places).to.have.length(1);
      expect(places[0]?.place).to.match(/^SETTINGS_SCHEMA_INVALID post\/settings.schema.json:/);
      expect(places[0]?.what).to.match(typeof what === 'string' ? new RegExp(`^${RegExp.escape(what)}$`) : what);
    });
});
