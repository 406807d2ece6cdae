import type { DocumentNode, ExecutionResult } from 'graphql';
import type { Config } from '#config';
import type { RequestScope, ScopeParts } from '#http';
import type { DocumentTexts } from './document-texts.ts';
import type { DocumentStore } from './operation-documents.ts';

export interface GraphqlGateway extends ScopeParts {
  readonly config: Config;
  readonly development: boolean;
  readonly documents: DocumentStore;
  readonly texts?: DocumentTexts | undefined;
  execute(operation: {
    readonly document: DocumentNode;
    readonly text: string;
    readonly operationName: string | undefined;
    readonly variables: Readonly<Record<string, unknown>> | undefined;
    readonly scope: RequestScope;
  }): ExecutionResult | Promise<ExecutionResult>;
}
