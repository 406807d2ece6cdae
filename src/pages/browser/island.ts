import type { Hydrate, Page } from '#extension-api';
import type { SubmittedForm } from '#extension-ui';

/** What the document tells the browser about its islands; `page-document.ts` writes it. */
export interface IslandData {
  readonly context: { readonly page: Page; readonly form?: SubmittedForm };
  /** By the number that an island's element has. */
  readonly islands: readonly Island[];
}

export interface Island {
  /** Address of its module. */
  readonly module: string;
  readonly when: Hydrate;
  readonly idPrefix: string;
  readonly props: Readonly<Record<string, unknown>>;
}

/** One island in its document. */
export interface IslandPlace {
  readonly element: Element;
  readonly island: Island;
  readonly context: IslandData['context'];
}

/** What an island's module exports. */
export interface IslandModule {
  start(place: IslandPlace): void;
}
