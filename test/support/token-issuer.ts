import { once } from 'node:events';
import { createServer } from 'node:http';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';

/** An issuer of bearer tokens with public keys: `issuer` is https://id.example, `audience` is shop. */
export interface TokenIssuer extends AsyncDisposable {
  /** Of its JWKS. */
  readonly url: string;
  /** A token of `ann`. */
  token(permissions: readonly string[]): Promise<string>;
  /** How often its keys were fetched. */
  requests(): number;
}

export async function startIssuer(): Promise<TokenIssuer> {
  const { publicKey, privateKey } = await generateKeyPair('RS256');
  const keys = [{ ...(await exportJWK(publicKey)), kid: 'one', use: 'sig' }];
  let requests = 0;
  const server = createServer((_request, response) => {
    requests++;
    response.end(JSON.stringify({ keys }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('not listening on a port');
  return {
    url: `http://127.0.0.1:${address.port}/jwks.json`,
    requests: () => requests,
    token: (permissions) =>
      new SignJWT({ permissions: [...permissions] })
        .setProtectedHeader({ alg: 'RS256', kid: 'one' })
        .setSubject('ann')
        .setIssuer('https://id.example')
        .setAudience('shop')
        .setExpirationTime('1h')
        .sign(privateKey),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
