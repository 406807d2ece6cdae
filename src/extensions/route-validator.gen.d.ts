// Generated from schemas/route.schema.json by scripts/generate.ts: change that, not this.
import type { ValidateFunction } from 'ajv/dist/2020.js';
import type { RouteJson } from './route-json.gen.ts';

export declare const validate: ValidateFunction<RouteJson>;
