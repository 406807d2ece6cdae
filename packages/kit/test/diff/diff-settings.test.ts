import { expect } from 'chai';
import { testManifest } from '../../../../test/support/test-manifests.ts';
import { diffSettings } from '../../src/diff/diff-settings.ts';

const retries = { type: 'integer', maximum: 9 };
const rate = { type: 'number', maximum: 9, live: true };
const schema = {
  type: 'object',
  additionalProperties: false,
  properties: { retries, rate, apiKey: { type: 'string' }, place: { type: 'object' } },
};

interface Given {
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly required?: readonly string[];
  readonly values?: Readonly<Record<string, unknown>>;
}

const file = '/shop/post/settings.schema.json';

/** A shop with an extension that has these settings, of which the key and the port are secret. */
function shop(given: Given | undefined) {
  const { values = {}, ...changed } = given ?? {};
  const manifest = testManifest('post');
  const settings = given && { file, schema: { ...schema, ...changed }, values, live: ['rate'] };
  const written = {
    values,
    placeOf: () => ({ file }),
    isSecret: (pointer: string) => ['/apiKey', '/place/port'].includes(pointer),
  };
  const entry = { name: manifest.id, resolve: './post', placement: { kind: 'in-process' } as const };
  const rest = { timeoutMs: undefined, permissions: [], declaredAt: { file }, settings: written };
  return { folder: '/shop', manifests: [{ ...manifest, settings }], config: { extensions: [{ ...entry, ...rest }] } };
}

describe('the settings of two states of a shop', () => {
  for (const [what, before, after, told] of [
    ['nothing', {}, {}, []],
    ['a file that is new', undefined, { properties: { rate } }, ['safe SETTING_ADDED "post.rate" may be set']],
    [
      'a file that is gone',
      { properties: { retries } },
      undefined,
      ['dangerous SETTING_FIELD_REMOVED "post.retries" is refused'],
    ],
    [
      'a limit that is lower',
      {},
      { properties: { ...schema.properties, retries: { ...retries, maximum: 5 } } },
      ['dangerous SETTING_NARROWED "maximum" of "post.retries" was 9, and is 5'],
    ],
    [
      'a limit of a live one that is lower',
      {},
      { properties: { ...schema.properties, rate: { ...rate, maximum: 5 } } },
      [
        'dangerous SETTING_NARROWED "maximum" of "post.rate" was 9, and is 5. ' +
          'The shop may have stored a value that is refused, and takes the default instead',
      ],
    ],
    [
      'a limit that is higher',
      {},
      { properties: { ...schema.properties, rate: { ...rate, maximum: 50 } } },
      ['safe SETTING_WIDENED "maximum" of "post.rate" was 9, and is 50'],
    ],
    ['one that must be set', {}, { required: ['retries'] }, ['dangerous SETTING_REQUIRED "post.retries" must be set']],
    ['one that need not', { required: ['retries'] }, {}, ['safe SETTING_OPTIONAL "post.retries" need not be set']],
    [
      'values, also of defaults',
      { values: { retries: 3 } },
      { values: { retries: 5, rate: 2 } },
      [
        'safe SETTING_CHANGED "post.rate" was not set, and is 2',
        'dangerous SETTING_CHANGED "post.retries" was 3, and is 5',
      ],
    ],
    [
      'secrets, which are not printed',
      { values: { apiKey: 'old', place: { port: 80 } } },
      { values: { apiKey: 'new', place: { port: 81 } } },
      [
        'dangerous SETTING_CHANGED "post.apiKey" was ***, and is ***',
        'dangerous SETTING_CHANGED "post.place" was ***, and is ***',
      ],
    ],
  ] as const)
    it(`differ by ${what}`, () => {
      const changes = diffSettings(shop(before), shop(after));
      expect(changes.map(({ level, code, what: text }) => `${level} ${code} ${text}`)).to.deep.equal(told);
      for (const change of changes)
        expect(change).to.deep.include({
          subject: 'setting',
          extension: 'post',
          affects: [],
          where: { file: 'post/settings.schema.json', line: null },
        });
    });

  it('are nothing of an extension that only one of them has', () => {
    expect(diffSettings({ ...shop({}), manifests: [] }, shop({ values: { retries: 1 } }))).to.deep.equal([]);
  });
});
