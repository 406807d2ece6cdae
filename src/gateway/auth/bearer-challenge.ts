/** HTTP wants one with every 401, and this is the way to sign in that every route has. */
export const bearerChallenge = { 'www-authenticate': 'Bearer' } as const;
