import type { ExtensionId } from '../base/ids.ts';
import type { BundleModule } from '../build/bundle.ts';
import type { MeshDelegate } from '../mesh/mesh-delegate.ts';
import type { RestExchange } from '../subapp/rest-exchange.ts';
import type { Subschema } from '../subschema/subschema.ts';
import type { ExtensionCalls } from './extension-calls.ts';

/** An extension wherever it is placed. The gateway knows no more of it than this. */
export interface RunningExtension {
  readonly id: ExtensionId;
  /** Undefined when the extension has no GraphQL. */
  readonly subschema: Subschema | undefined;
  /** How its calls have gone, and whether it is called at all. */
  readonly calls: ExtensionCalls;
  /** Page components' modules, unchecked; they render in the gateway's process. */
  readonly pages: BundleModule['pages'];
  /** What is behind its `context.mesh`; undefined without a `.meshrc.yaml`. */
  readonly askMesh?: MeshDelegate['ask'] | undefined;
  /** Resolves when the extension's answer is on its way out; rejects with what it threw. */
  handleRest(exchange: RestExchange): Promise<void>;
  dispose(): Promise<void>;
}
