// Generated from schemas/contract.schema.json by scripts/generate.ts: change that, not this.
import type { ValidateFunction } from 'ajv/dist/2020.js';
import type { ExtensionContract } from './extension-contract.gen.ts';

export declare const validate: ValidateFunction<ExtensionContract>;
