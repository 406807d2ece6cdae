import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { openExtension } from 'stoa/testing';

describe('greeting', () => {
  it('is on the homepage', async () => {
    await using greeting = await openExtension('greeting');
    const { data } = await greeting.graphql<{ greeting: string }>('{ greeting }');
    assert.ok(data?.greeting);
    const { html } = await greeting.page('/');
    assert.ok(html.includes(data.greeting));
  });
});
