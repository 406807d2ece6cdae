import type { DocumentNode, ExecutionResult } from 'graphql';
import type { ExtensionId } from '#base';
import type { Config } from '#config';
import type { Shop } from '#extension-ui';
import type { FileStore } from '#files';
import type { RequestScope, ScopeParts } from '#http';
import type { Telemetry } from '#telemetry';
import type { AssetHistory } from './asset-history.ts';
import type { AssetTable } from './asset-table.ts';
import type { RenderComponents } from './components/render-component.ts';
import type { PageTable } from './page-table.ts';

export interface PagesGateway extends ScopeParts {
  readonly config: Config;
  readonly development: boolean;
  readonly telemetry: Telemetry;
  /** The facts about the shop that a request sees, in its default locale. */
  shopOf(scope: Pick<RequestScope, 'settings'>): Shop;
  readonly pages: PageTable;
  readonly assets: AssetTable;
  /** Assets of other generations and processes; undefined when none are kept. */
  readonly assetHistory?: AssetHistory | undefined;
  readonly files: FileStore;
  readonly extensions: ReadonlyMap<ExtensionId, { readonly running: { readonly render: RenderComponents } }>;
  /** Runs an operation with nullable output types: an error leaves one null and does not propagate. */
  executeLenient(operation: {
    readonly document: DocumentNode;
    readonly variables?: Readonly<Record<string, unknown>> | undefined;
    readonly scope: RequestScope;
  }): ExecutionResult | Promise<ExecutionResult>;
}
