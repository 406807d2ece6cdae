import type { Hydrate, Page, Shop } from '#extension-api';
import type { FoundText, SubmittedForm } from '#extension-ui';

/** The island data in the document, written by `page-document.ts`. */
export interface IslandData {
  readonly context: {
    readonly page: Page;
    readonly shop: Shop;
    readonly formKey: string;
  };
  /** By the number in an island's element. */
  readonly islands: readonly Island[];
}

export interface Island {
  /** URL of its module. */
  readonly module: string;
  readonly when: Hydrate;
  readonly idPrefix: string;
  readonly props: Readonly<Record<string, unknown>>;
  readonly form?: SubmittedForm;
  /** By key. */
  readonly texts?: Readonly<Record<string, FoundText>>;
}

export interface IslandPlace {
  readonly element: HTMLElement;
  readonly island: Island;
  readonly context: IslandData['context'];
}

export interface IslandModule {
  start(place: IslandPlace): void;
}

/** In development: the document shows the next generation, and its islands need their new code and props. */
export const refreshedEvent = 'stoa:refreshed';
