/** HTTP requires a challenge with every 401 (RFC 9110, 15.5.2). Every route accepts a bearer token. */
export const bearerChallenge = { 'www-authenticate': 'Bearer' } as const;
