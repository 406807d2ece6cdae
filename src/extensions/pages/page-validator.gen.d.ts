// Generated from schemas/page.schema.json by scripts/generate.ts: change that, not this.
import type { ValidateFunction } from 'ajv/dist/2020.js';
import type { PageJson } from './page-json.gen.ts';

export declare const validate: ValidateFunction<PageJson>;
