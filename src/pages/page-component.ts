import type { ComponentType } from 'react';
import type { ExtensionId } from '../base/ids.ts';
import type { Hydrate, Layout } from '../extension-api.ts';

/** One page component, imported and checked: `pages/<group>/<Name>.tsx`. */
export interface PageComponent {
  readonly extension: ExtensionId;
  /** `all`, or the name of a page group in gateway.yaml. */
  readonly group: string;
  /** The file's name without its ending; unique within its extension and group. */
  readonly name: string;
  /** Absolute path. */
  readonly file: string;
  readonly layout: Layout;
  /** The exported GraphQL text, as written. */
  readonly query: string | undefined;
  /** When the browser makes it interactive; undefined for markup only. */
  readonly hydrate: Hydrate | undefined;
  /** Areas that it offers to others with `<Area id>`. */
  readonly areas: readonly string[];
  readonly component: ComponentType<Readonly<Record<string, unknown>>>;
}
