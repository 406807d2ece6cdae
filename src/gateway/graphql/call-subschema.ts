import type { ExecutionResult } from 'graphql';
import type { ExtensionId } from '../../base/ids.ts';
import type { Telemetry } from '../../telemetry/telemetry.ts';

/** Counts, times and traces a document that a subschema runs. Its errors are counted where they are masked. */
export async function callSubschema(
  telemetry: Telemetry | undefined,
  extension: ExtensionId,
  execute: () => Promise<ExecutionResult>,
): Promise<ExecutionResult> {
  if (telemetry === undefined) return execute();
  const { graphql } = telemetry.extension(extension);
  const begun = graphql.begin();
  const info = { name: `${extension} graphql`, attributes: { 'stoa.extension': extension } };
  try {
    return await (telemetry.tracing?.span(info, execute) ?? execute());
  } finally {
    graphql.end(begun);
  }
}
