import { relative } from 'node:path';
import type { Place } from '../../base/startup-error.ts';

/** How bad a change is for whoever relies on the shop as it was. */
export type ChangeLevel = 'breaking' | 'dangerous' | 'safe';

/** What the change is about; the order in which they are told. */
export const changeSubjects = [
  'finding',
  'extension',
  'graphql',
  'route',
  'input',
  'page',
  'area',
  'component',
  'config',
] as const;

/** A place relative to the folder of gateway.yaml, which is the same for both states. */
export interface ChangePlace {
  readonly file: string;
  readonly line: number | null;
}

/** One thing in which two states of a shop differ. */
export interface ShopChange {
  readonly level: ChangeLevel;
  readonly subject: (typeof changeSubjects)[number];
  /** `FIELD_REMOVED`, `ROUTE_MOVED`, ...; graphql-inspector's own for the schema. Stable. */
  readonly code: string;
  /** `Product.price`, `reviews.addReview`, `pages.homepage.path`, ... */
  readonly name: string;
  readonly what: string;
  /** Whose it is; null for what is the shop's. */
  readonly extension: string | null;
  readonly where: ChangePlace | null;
  readonly affects: readonly Affected[];
}

/** Who relied on what has changed. */
export interface Affected {
  readonly kind: 'component' | 'route' | 'extension' | 'operation' | 'code';
  /** `catalog.ProductList`, `reviews.addReview`, `reviews`. */
  readonly name: string;
  /** `asks for Product.price`, `links to it`, ... */
  readonly how: string;
  readonly where: ChangePlace;
  /** Names of the pages on which a component stands. */
  readonly pages: readonly string[];
  /** The area in which a component stands. */
  readonly area: string | null;
  /** `adapted`: the new state no longer does it; `gone`: it is no longer in the shop. */
  readonly state: 'broken' | 'adapted' | 'gone';
}

/** The place as it reads from the folder of the shop's gateway.yaml. */
export function changePlace({ folder }: { readonly folder: string }, place: Place): ChangePlace {
  const isPath = place.file.startsWith('/') || /^[A-Za-z]:\\/.test(place.file);
  return { file: isPath ? relative(folder, place.file) : place.file, line: place.line ?? null };
}
