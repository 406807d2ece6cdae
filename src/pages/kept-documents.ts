import { LRUCache } from 'lru-cache';
import type { Page, Shop } from '#extension-ui';
import { hashWithout } from '#http';
import type { ContextValues } from './components/page-component.ts';
import { isPlain, numberOf } from './kept-renderings.ts';

/** An upper bound of the memory in bytes: a character takes one or two. */
const maxBytes = 16 << 20;

interface KeptDocument {
  readonly html: string;
  /** The key of its forms; undefined when the document has none. */
  readonly formKey: string | undefined;
  readonly hash: string;
}

/** A whole page that a guest got, and a hash of what it says. */
export interface FoundDocument {
  readonly html: string;
  readonly hash: string;
  /** It has no form key, so all visitors get the same bytes. */
  readonly isShared: boolean;
}

/** Whole pages whose components are all pure, by their data and their values. Each gateway has its own. */
export class KeptDocuments {
  readonly #documents = new LRUCache<string, KeptDocument>({
    maxSize: maxBytes,
    sizeCalculation: ({ html }, key) => 2 * (key.length + html.length),
  });

  /** Undefined for data that has no text of its own. */
  keyOf(
    { context, page, shop }: { readonly context: ContextValues; readonly page: Page; readonly shop: Shop },
    data: object,
  ): string | undefined {
    return isPlain(data) ? JSON.stringify([context, page, numberOf(shop)]) + JSON.stringify(data) : undefined;
  }

  find(key: string, formKey: string): FoundDocument | undefined {
    const kept = this.#documents.get(key);
    if (kept === undefined) return undefined;
    const { html, hash } = kept;
    if (kept.formKey === undefined) return { html, hash, isShared: true };
    return { html: html.replaceAll(kept.formKey, formKey), hash, isShared: false };
  }

  keep(key: string, html: string, formKey: string): FoundDocument {
    const { hash, isShared } = hashWithout(html, [formKey]);
    this.#documents.set(key, { html, formKey: isShared ? undefined : formKey, hash });
    return { html, hash, isShared };
  }
}
