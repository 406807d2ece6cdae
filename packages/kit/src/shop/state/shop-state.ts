import type { DocumentNode, GraphQLSchema } from 'graphql';
import type {
  Composition,
  Config,
  ExtensionManifest,
  FieldGuard,
  Finding,
  PageComponent,
  Place,
  Survey,
} from 'stoa/tooling';
import type { DocumentUses } from './document-uses.ts';
import type { ShopCode } from './shop-code.ts';

/** The state of a shop that a comparison needs. A shop that cannot start has a partial state. */
export interface ShopState {
  /** Absolute path of the folder of gateway.yaml. */
  readonly folder: string;
  /** Undefined when gateway.yaml is unusable. Nothing else is known then. */
  readonly config: Config | undefined;
  readonly manifests: readonly ExtensionManifest[];
  /** Names of enabled extensions that could not be read or loaded. */
  readonly unread: ReadonlySet<string>;
  readonly collected: Survey['collected'];
  /** The public schema. Undefined when the SDL cannot be composed at all. */
  readonly schema: GraphQLSchema | undefined;
  /** The schema of `context.query`, with internal fields. */
  readonly inner: GraphQLSchema | undefined;
  /** Fields that extensions alone may ask for, as `Type.field`. */
  readonly internal: Composition['internal'];
  readonly guards: ReadonlyMap<string, FieldGuard>;
  readonly groups: Survey['groups'];
  readonly components: readonly PageComponent[];
  readonly documents: readonly ShopDocument[];
  /** Texts of the persisted documents, valid or not. */
  readonly persisted: ReadonlySet<string>;
  readonly code: ShopCode;
  readonly findings: readonly Finding[];
}

/** A GraphQL document of the shop: a query of a component, a literal in code, or a persisted document. */
export interface ShopDocument {
  readonly extension: string;
  /** Undefined for other documents than queries of components. */
  readonly component?: PageComponent | undefined;
  readonly operation?: string | undefined;
  /** The parsed literal or persisted document. */
  readonly literal?: DocumentNode | undefined;
  readonly file: string;
  readonly text: string;
  readonly uses: DocumentUses;
  placeOf(offset: number): Place;
}

/** Identifies a component in both states, by extension, page group and name. */
export function componentKey({ extension, group, name }: Pick<PageComponent, 'extension' | 'group' | 'name'>): string {
  return `${extension}/${group}/${name}`;
}
