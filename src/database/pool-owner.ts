import type { ExtensionId } from '../base/ids.ts';

/** The gateway itself among those who borrow connections. No extension can have this name. */
export const gatewayOwner = '(gateway)';

/** Whose connections a pool holds. */
export type PoolOwner = ExtensionId | typeof gatewayOwner;
