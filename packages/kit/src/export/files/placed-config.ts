import type { Config, JwtConfig } from 'stoa/tooling';
import { isMap, isSeq, type Node, parseDocument, type YAMLMap } from 'yaml';
import type { ExportAddresses } from '../supergraph/addresses.ts';

/** Environment variables of the exported files. No file contains a secret. */
const gatewaySecret = 'STOA_GATEWAY_SECRET';
export const hiveSecret = 'STOA_HIVE_SECRET';

const head = ` The shop's gateway.yaml, with each extension at an address of its own: stoa serve NAME. It belongs where that one lies,
 since its paths begin there. Gateway and extensions read the same file.`;

/** The shop's gateway.yaml with a placement for each enabled extension. Comments and order stay. */
export function placedConfig(config: Config, addresses: ExportAddresses): string {
  const document = parseDocument(config.source);
  document.commentBefore = document.commentBefore ? `${head}\n${document.commentBefore}` : head;
  if (config.database.url === 'embedded') document.setIn(['database', 'url'], '${DATABASE_URL}');
  const extensions = document.getIn(['system', 'extensions']);
  for (const entry of isSeq(extensions) ? extensions.items : []) {
    if (!isMap(entry)) continue;
    const origin = addresses.extensions.get(String(entry.get('name')));
    if (origin !== undefined) place(entry, document.createNode(placementOf(config, addresses, origin)));
  }
  const accepted = ['graphql', 'accept', 'hive'];
  if (!document.hasIn(accepted)) document.setIn(accepted, { secret: `\${${hiveSecret}}` });
  return document.toString({ lineWidth: 0 });
}

function place(entry: YAMLMap, placement: Node): void {
  // A mapping in braces would put everything into one line.
  entry.flow = false;
  const written = entry.get('placement');
  const isElsewhere = isMap(written) && written.has('url');
  if (!isElsewhere) entry.set('placement', placement);
  else if (!written.has('accept') && isMap(placement)) written.set('accept', placement.get('accept'));
}

function placementOf({ auth }: Config, { gateway }: ExportAddresses, url: string): object {
  const { jwt } = auth.bearer;
  const bearer = isPublicKey(jwt) && { jwks: jwt.key.url.href, issuer: jwt.issuer, audience: jwt.audience };
  return {
    url,
    secret: `\${${gatewaySecret}}`,
    gateway,
    accept: { hive: { secret: `\${${hiveSecret}}` }, ...(bearer && { bearer }) },
  };
}

/** Whether others than the gateway can check the shop's bearer tokens: they need public keys. */
export function isPublicKey(
  jwt: JwtConfig | undefined,
): jwt is JwtConfig & { readonly key: { readonly kind: 'jwks' } } {
  return jwt?.key.kind === 'jwks';
}
