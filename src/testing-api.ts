/**
 * What tests import as `stoa/testing`: an extension alone, or a whole shop, as a real gateway on a free port with a
 * PostgreSQL database of its own.
 *
 *     await using reviews = await openExtension('reviews', { mocks: { Product: { name: 'Tea' } } });
 *     const { data } = await reviews.graphql('{ product(id: "1") { name reviews { rating } } }');
 *
 *     await using shop = await startGateway();
 *     const { status, body } = await shop.rest('GET', '/products/1001/reviews');
 */
import { requireKit } from '#cli';
import type { ExtensionOptions, TestExtension, TestGateway, TestOptions } from './testing-types.ts';

export type { AuditRecord } from '#extension-api';
export type {
  ExtensionOptions,
  GraphqlAnswer,
  Mock,
  Mocks,
  PageAnswer,
  RequestOptions,
  RestAnswer,
  RestOptions,
  TestDeadLetter,
  TestExtension,
  TestGateway,
  TestMail,
  TestOptions,
  TestRequests,
  WireFinding,
} from './testing-types.ts';

/**
 * Opens one extension alone. Its neighbours are stood in for by their contracts (extension.contract.json), with answers
 * that fit their types. Calls reject when a result of the extension's resolvers is none of its type in the SDL. The
 * database is a copy of a template, which the first call makes. Throws StartupError.
 */
export async function openExtension(name: string, options: ExtensionOptions = {}): Promise<TestExtension> {
  return (await requireKit('openExtension() of "stoa/testing"')).openExtension(name, options);
}

/**
 * Opens the shop of a gateway.yaml for a test. Does not use its database or its state folder (`.stoa`). Throws
 * StartupError.
 */
export async function startGateway(options: TestOptions = {}): Promise<TestGateway> {
  return (await requireKit('startGateway() of "stoa/testing"')).openShop(options);
}

/**
 * The first element with this attribute, as text: from its tag to the next end tag of its kind. Empty when there is
 * none.
 *
 * @example elementWith(html, 'input', 'name="email"')
 */
export function elementWith(html: string, tag: string, attribute: string): string {
  const start = html.split(`<${tag}`).find((part) => part.slice(0, part.indexOf('>')).includes(attribute));
  return start === undefined ? '' : `<${tag}${start.split(`</${tag}>`)[0]}`;
}
