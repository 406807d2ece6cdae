import type { ComponentType } from 'react';
import type { ExtensionId } from '../../base/ids.ts';
import type { Hydrate, Layout } from '../../extension-api.ts';

/** What React renders of a component's module. */
export type RenderedComponent = ComponentType<Readonly<Record<string, unknown>>>;

/** What a component's module says of itself, checked. Plain data. */
export interface ComponentExports {
  readonly layout: Layout;
  /** The exported GraphQL text, as written. */
  readonly query: string | undefined;
  /** When the browser makes it interactive; undefined for markup only. */
  readonly hydrate: Hydrate | undefined;
  /** Areas that it offers to others with `<Area id>`. */
  readonly areas: readonly string[];
}

/** One page component: `pages/<group>/<Name>.tsx`. Its extension renders it, wherever it is placed. */
export interface PageComponent extends ComponentExports {
  readonly extension: ExtensionId;
  /** `all`, or the name of a page group in gateway.yaml. */
  readonly group: string;
  /** The file's name without its ending; unique within its extension and group. */
  readonly name: string;
  /** Absolute path. */
  readonly file: string;
}

/** How the gateway names a component to its extension. */
export function componentId({ group, name }: Pick<PageComponent, 'group' | 'name'>): string {
  return `${group}/${name}`;
}
