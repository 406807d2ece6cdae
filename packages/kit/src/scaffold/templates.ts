import { componentPart, islandPart, pagePart } from './parts/component-parts.ts';
import { contributionPart } from './parts/contribution-part.ts';
import { endpointPart } from './parts/endpoint-part.ts';
import { extensionPart } from './parts/extension-part.ts';
import { fieldPart } from './parts/field-part.ts';
import { lifePart } from './parts/life-part.ts';
import { mailPart } from './parts/mail-part.ts';
import { migrationPart } from './parts/migration-part.ts';
import { settingPart } from './parts/setting-part.ts';
import { eventPart, jobPart, subscriberPart } from './parts/task-parts.ts';
import { typePart } from './parts/type-part.ts';
import type { PartKind, PartTemplate } from './shared/new-part.ts';

export const templates: Readonly<Record<PartKind, PartTemplate>> = {
  extension: extensionPart,
  endpoint: endpointPart,
  type: typePart,
  field: fieldPart,
  contribution: contributionPart,
  component: componentPart,
  page: pagePart,
  island: islandPart,
  migration: migrationPart,
  setting: settingPart,
  life: lifePart,
  event: eventPart,
  subscriber: subscriberPart,
  job: jobPart,
  mail: mailPart,
};
