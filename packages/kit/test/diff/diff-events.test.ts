import { expect } from 'chai';
import type { ExtensionManifest } from '../../../../src/extensions/index.ts';
import { testManifest } from '../../../../test/support/test-manifests.ts';
import { diffEvents } from '../../src/diff/diff-events.ts';

const payload = { type: 'object', required: ['id'], properties: { id: { type: 'string' }, size: { enum: [1] } } };

/** A shop that publishes an event with this payload, and takes it. */
function shop(schema?: Readonly<Record<string, unknown>>) {
  const events =
    schema === undefined ? [] : [{ name: 'thing.made', file: '/shop/things/events/thing.made.json', schema }];
  const task: ExtensionManifest['tasks'][number] = {
    kind: 'subscriber',
    event: 'thing.made',
    name: 'subscribers/thing.made/note',
    file: '/shop/notes/note.ts',
    timeoutMs: 1,
    attempts: 1,
  };
  return {
    folder: '/shop',
    manifests: [
      { ...testManifest('things'), events },
      { ...testManifest('notes'), tasks: [task] },
    ],
  };
}

describe('the events of two states of a shop', () => {
  for (const [what, before, after, told] of [
    ['the same payload', payload, payload, []],
    ['a new event', undefined, payload, ['safe EVENT_ADDED thing.made for ']],
    [
      'an event that is gone',
      payload,
      undefined,
      ['breaking EVENT_REMOVED thing.made for notes.subscribers/thing.made/note'],
    ],
    [
      'an optional field more',
      payload,
      { ...payload, properties: { ...payload.properties, more: {} } },
      ['safe PAYLOAD_ADDED thing.made.more for '],
    ],
    [
      'a required field that events which wait do not have',
      payload,
      { ...payload, required: ['id', 'size'] },
      ['breaking PAYLOAD_REQUIRED thing.made.size for notes.subscribers/thing.made/note'],
    ],
    [
      'a field that may be missing',
      payload,
      { ...payload, required: [] },
      ['breaking PAYLOAD_OPTIONAL thing.made.id for notes.subscribers/thing.made/note'],
    ],
    [
      'a field less',
      payload,
      { ...payload, properties: { id: { type: 'string' } } },
      ['breaking PAYLOAD_FIELD_REMOVED thing.made.size for notes.subscribers/thing.made/note'],
    ],
    [
      'a value more',
      payload,
      { ...payload, properties: { ...payload.properties, size: { enum: [1, 2] } } },
      ['dangerous PAYLOAD_WIDENED thing.made.size for notes.subscribers/thing.made/note'],
    ],
  ] as const)
    it(`differ by ${what}`, () => {
      const changes = diffEvents(shop(before), shop(after)).map(
        ({ level, code, name, affects }) => `${level} ${code} ${name} for ${affects.map((each) => each.name).join()}`,
      );
      expect(changes).to.deep.equal(told);
    });
});
