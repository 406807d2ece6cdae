/** Environment variables of the exported files. No file contains a secret. */
export const gatewaySecret = 'STOA_GATEWAY_SECRET';
export const hiveSecret = 'STOA_HIVE_SECRET';
