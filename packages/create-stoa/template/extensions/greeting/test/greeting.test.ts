import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startGateway } from 'stoa/testing';

test('the greeting is on the homepage', async () => {
  await using shop = await startGateway();
  const { data } = await shop.graphql<{ greeting: string }>('{ greeting }');
  assert.ok(data?.greeting);
  const { html } = await shop.page('/');
  assert.ok(html.includes(data.greeting));
});
