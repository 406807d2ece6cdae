import { basename } from 'node:path';
import { Document, isMap, isNode } from 'yaml';
import { enginePort, freeName, gatewayName, gatewayPort, servedPort } from '../supergraph/addresses.ts';
import { type ConfigInputs, configInputs, environmentExample } from './config-inputs.ts';
import type { ExportedFiles, ExportedShop } from './export-target.ts';
import { hiveConfig } from './hive-files.ts';
import { placedConfig } from './placed-config.ts';
import { hiveImage, probe, serveCommand, stoaCommand } from './service-commands.ts';

const head = `# One service for each extension, the gateway for REST and pages, and Hive Gateway for GraphQL.
# Build the image in the shop's folder: docker build -f deploy/Dockerfile -t my-shop:1 .
# Copy .env.example to .env, fill it in, and: docker compose up
`;

/** Docker Compose: the same image serves the gateway and each extension. */
export function composeFiles(shop: ExportedShop): ExportedFiles {
  const config = placedConfig(shop.config, shop.addresses);
  const compose = head + composeText(shop, configInputs(config));
  return new Map([
    ['compose.yaml', compose],
    ['gateway.yaml', config],
    ['supergraph.graphql', shop.supergraph.sdl],
    ['gateway.config.ts', hiveConfig(shop)],
    ['.env.example', environmentExample([config, compose])],
  ]);
}

/** Services of the image take what they share by a merge key. */
function composeText(shop: ExportedShop, inputs: ConfigInputs): string {
  const { ofImage, others } = servicesOf(shop);
  const ownsDatabase = shop.config.database.url === 'embedded';
  const value = {
    name: 'shop',
    'x-shop': imageService(inputs),
    services: { ...others, ...ofImage },
    configs: {
      gateway: { file: './gateway.yaml' },
      supergraph: { file: './supergraph.graphql' },
      engine: { file: './gateway.config.ts' },
    },
    ...(inputs.files.length > 0 ? { secrets: secretsOf(inputs) } : {}),
    ...(ownsDatabase ? { volumes: { postgres: {} } } : {}),
  };
  // Compose reads YAML 1.1, where a plain `no` is no text.
  const document = new Document(value, { version: '1.1', merge: true, aliasDuplicateObjects: false });
  const shared = document.get('x-shop', true);
  for (const name of Object.keys(ofImage)) {
    const service = document.getIn(['services', name]);
    if (isMap(service) && isNode(shared) && isMap(shared))
      service.items.unshift(document.createPair('<<', document.createAlias(shared, 'shop')));
  }
  return document.toString({ lineWidth: 0 });
}

type Services = Readonly<Record<string, object>>;

function servicesOf({ config, addresses }: ExportedShop): { readonly ofImage: Services; readonly others: Services } {
  const extensions = [...addresses.extensions.keys()];
  const gateway = gatewayName(extensions);
  const nameOf = (name: string) => freeName(name, [...extensions, gateway]);
  const ownsDatabase = config.database.url === 'embedded';
  const migrated = { [nameOf('migrate')]: { condition: 'service_completed_successfully' } };
  const served = extensions.map((name) => [
    name,
    {
      command: serveCommand(name),
      restart: 'unless-stopped',
      healthcheck: probe(servedPort),
      depends_on: { ...migrated },
    },
  ]);
  const healthy = Object.fromEntries(extensions.map((name) => [name, { condition: 'service_healthy' }]));
  return {
    ofImage: {
      [nameOf('migrate')]: {
        command: stoaCommand('migrate'),
        restart: 'no',
        healthcheck: { disable: true },
        ...(ownsDatabase ? { depends_on: { [nameOf('postgres')]: { condition: 'service_healthy' } } } : {}),
      },
      ...Object.fromEntries(served),
      [gateway]: {
        command: stoaCommand('start', '--host', '0.0.0.0', '--port', String(gatewayPort)),
        restart: 'unless-stopped',
        ports: [`${gatewayPort}:${gatewayPort}`],
        depends_on: { ...migrated, ...healthy },
      },
    },
    others: {
      ...(ownsDatabase ? { [nameOf('postgres')]: postgresService } : {}),
      [nameOf('graphql')]: engineService(healthy),
    },
  };
}

function imageService(inputs: ConfigInputs): object {
  const secrets = inputs.files.map((path) => ({ source: basename(path), target: path }));
  return {
    image: '${SHOP_IMAGE:-my-shop:1}',
    env_file: ['.env'],
    read_only: true,
    cap_drop: ['ALL'],
    security_opt: ['no-new-privileges:true'],
    tmpfs: ['/shop/.stoa:uid=1000,gid=1000,mode=0700'],
    configs: [{ source: 'gateway', target: '/shop/gateway.yaml' }],
    ...(secrets.length > 0 ? { secrets } : {}),
    stop_grace_period: '20s',
    mem_limit: '512m',
  };
}

function secretsOf({ files }: ConfigInputs): object {
  return Object.fromEntries(files.map((path) => [basename(path), { file: `./secrets/${basename(path)}` }]));
}

const postgresService = {
  image: 'postgres:18',
  restart: 'unless-stopped',
  environment: {
    POSTGRES_PASSWORD: '${POSTGRES_PASSWORD:?the password in DATABASE_URL, whose host is postgres}',
    POSTGRES_DB: 'shop',
  },
  volumes: ['postgres:/var/lib/postgresql'],
  healthcheck: { test: ['CMD', 'pg_isready', '-h', '127.0.0.1', '-d', 'shop'], interval: '2s', retries: 30 },
};

function engineService(dependsOn: object): object {
  return {
    image: hiveImage,
    restart: 'unless-stopped',
    command: ['supergraph'],
    env_file: ['.env'],
    configs: [
      { source: 'supergraph', target: '/gateway/supergraph.graphql' },
      { source: 'engine', target: '/gateway/gateway.config.ts' },
    ],
    ports: [`${enginePort}:${enginePort}`],
    depends_on: dependsOn,
  };
}
