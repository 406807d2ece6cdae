import type { DocumentNode, ExecutionResult } from 'graphql';
import type { ExtensionId } from '../base/ids.ts';
import type { Config } from '../config/config.ts';
import type { RequestScope, ScopeParts } from '../http/request-scope.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';
import type { AssetTable } from './asset-table.ts';
import type { RenderComponents } from './components/render-component.ts';
import type { PageTable } from './page-table.ts';

/** What answering pages and their assets needs of a gateway. */
export interface PagesGateway extends ScopeParts {
  readonly config: Config;
  readonly development: boolean;
  readonly telemetry: Telemetry;
  readonly pages: PageTable;
  readonly assets: AssetTable;
  /** Each extension renders its own components. */
  readonly extensions: ReadonlyMap<ExtensionId, { readonly running: { readonly render: RenderComponents } }>;
  /** Runs an operation with nullable outputs: an error leaves a null at its own place. */
  executeLenient(operation: {
    readonly document: DocumentNode;
    readonly variables?: Readonly<Record<string, unknown>> | undefined;
    readonly scope: RequestScope;
  }): ExecutionResult | Promise<ExecutionResult>;
}
