import { relative } from 'node:path';
import type { Place } from 'stoa/tooling';

/** Severity of a change for consumers of the old state. */
export type ChangeLevel = 'breaking' | 'dangerous' | 'safe';

/** Subjects of changes, in the order of the output. */
export const changeSubjects = [
  'finding',
  'extension',
  'migration',
  'graphql',
  'route',
  'input',
  'event',
  'setting',
  'page',
  'area',
  'component',
  'config',
] as const;

/** A place relative to the folder of gateway.yaml, so that both states have comparable places. */
export interface ChangePlace {
  readonly file: string;
  readonly line: number | null;
}

/** One difference between two states of a shop. */
export interface ShopChange {
  readonly level: ChangeLevel;
  readonly subject: (typeof changeSubjects)[number];
  /** `FIELD_REMOVED`, `ROUTE_MOVED`, ... For the schema, the codes of graphql-inspector. Stable. */
  readonly code: string;
  /** `Product.price`, `reviews.addReview`, `pages.homepage.path`, ... */
  readonly name: string;
  readonly what: string;
  /** The extension that owns it. Null for parts of the shop itself. */
  readonly extension: string | null;
  readonly where: ChangePlace | null;
  readonly affects: readonly Affected[];
}

/** A change as it is found. Most have no owner or consumers. */
export type FoundChange = Omit<ShopChange, 'where' | 'affects' | 'extension'> &
  Partial<Pick<ShopChange, 'where' | 'affects' | 'extension'>>;

/** A consumer of what has changed. */
export interface Affected {
  readonly kind: 'component' | 'route' | 'extension' | 'operation' | 'code';
  /** `catalog.ProductList`, `reviews.addReview`, `reviews`. */
  readonly name: string;
  /** `asks for Product.price`, `links to it`, ... */
  readonly how: string;
  readonly where: ChangePlace;
  readonly pages: readonly string[];
  readonly area: string | null;
  /** `adapted`: the new state no longer uses it. `gone`: the consumer is no longer in the shop. */
  readonly state: 'broken' | 'adapted' | 'gone';
}

export function changePlace({ folder }: { readonly folder: string }, place: Place): ChangePlace {
  const isPath = place.file.startsWith('/') || /^[A-Za-z]:\\/.test(place.file);
  return { file: isPath ? relative(folder, place.file) : place.file, line: place.line ?? null };
}
