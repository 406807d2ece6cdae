import type { ExtensionId } from '../../base/ids.ts';

/** The gateway as the owner of a pool. No extension can have this id. */
export const gatewayOwner = '(gateway)';

/** The owner of a pool's connections. */
export type PoolOwner = ExtensionId | typeof gatewayOwner;
