import type { DocumentNode, GraphQLSchema } from 'graphql';
import type { Finding, Place } from '../../base/startup-error.ts';
import type { Config } from '../../config/config.ts';
import type { ExtensionManifest } from '../../extensions/manifest.ts';
import type { CollectedTypes } from '../../gateway/graphql/collect-types.ts';
import type { PageComponent } from '../../pages/page-component.ts';
import type { FieldGuard } from '../../subschema/composition.ts';
import type { DocumentUses } from './document-uses.ts';
import type { ShopCode } from './shop-code.ts';

/** All that two states of a shop are compared by. Also of a shop that would not start: what is known of it then. */
export interface ShopState {
  /** Absolute path of gateway.yaml's folder. */
  readonly folder: string;
  /** Undefined when gateway.yaml itself cannot be used; then nothing else is known. */
  readonly config: Config | undefined;
  readonly manifests: readonly ExtensionManifest[];
  /** Names of enabled extensions that could not be read, or whose modules could not be loaded. */
  readonly unread: ReadonlySet<string>;
  readonly collected: CollectedTypes;
  /** What clients see; undefined when the SDL does not even join to a broken schema. */
  readonly schema: GraphQLSchema | undefined;
  readonly guards: ReadonlyMap<string, FieldGuard>;
  readonly components: readonly PageComponent[];
  readonly documents: readonly ShopDocument[];
  /** Texts of the persisted documents, valid or not. */
  readonly persisted: ReadonlySet<string>;
  readonly code: ShopCode;
  readonly findings: readonly Finding[];
}

/** A GraphQL document that the shop itself sends: a component's query, or a literal in an extension's code. */
export interface ShopDocument {
  readonly extension: string;
  /** Undefined for a literal in code. */
  readonly component: PageComponent | undefined;
  /** The id of a persisted document, which clients name. */
  readonly operation?: string | undefined;
  /** Of a literal, or a persisted document. */
  readonly literal: DocumentNode | undefined;
  readonly file: string;
  readonly text: string;
  readonly uses: DocumentUses;
  placeOf(offset: number): Place;
}

/** The state in which a component is called the same: extension, page group and name. */
export function componentKey({ extension, group, name }: Pick<PageComponent, 'extension' | 'group' | 'name'>): string {
  return `${extension}/${group}/${name}`;
}
