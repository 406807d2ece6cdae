import type { Config } from '#config';
import type { ScopeParts } from '#http';
import type { DocumentTexts } from './document-texts.ts';
import type { DocumentStore } from './operation-documents.ts';

export interface GraphqlGateway extends ScopeParts {
  readonly config: Config;
  readonly development: boolean;
  readonly documents: DocumentStore;
  readonly texts?: DocumentTexts | undefined;
}
