// Generated from schemas/job.schema.json by scripts/generate.ts: change that, not this.
import type { ValidateFunction } from 'ajv/dist/2020.js';
import type { JobJson } from './job-json.gen.ts';

export declare const validate: ValidateFunction<JobJson>;
