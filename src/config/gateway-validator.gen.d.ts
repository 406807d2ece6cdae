// Generated from schemas/gateway.schema.json by scripts/generate.ts: change that, not this.
import type { ValidateFunction } from 'ajv/dist/2020.js';
import type { GatewayConfig } from './gateway-config.gen.ts';

export declare const validate: ValidateFunction<GatewayConfig>;
