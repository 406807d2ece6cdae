import type { ComponentType } from 'react';
import type { ExtensionId } from '../base/ids.ts';

/** Where a component renders. Lower `sortOrder` comes first; ties go by extension order, then name. */
export interface Layout {
  readonly areaId: string;
  readonly sortOrder: number;
}

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
  readonly hydrate: 'load' | 'idle' | 'visible' | undefined;
  readonly component: ComponentType<Readonly<Record<string, unknown>>>;
}
