import { basename } from 'node:path';
import { type Document, isCollection } from 'yaml';
import { enginePort, freeName, gatewayName, gatewayPort, servedPort } from '../supergraph/addresses.ts';
import {
  type ConfigInputs,
  configInputs,
  deployDocuments,
  environmentExample,
  hiveImage,
  probe,
  serveCommand,
  setAll,
  startCommand,
} from './deploy-files.ts';
import { hiveConfig } from './engine-files.ts';
import type { ExportedFiles, ExportedShop } from './export-target.ts';
import { placedConfig } from './placed-config.ts';

const head = ` One service for each extension, the gateway for REST and pages, and Hive Gateway for GraphQL.
 Build the image in the shop's folder: docker build -f deploy/Dockerfile -t my-shop:1 .
 Copy .env.example to .env, fill it in, and: docker compose up`;

/** Docker Compose: the same image serves the gateway and each extension. */
export function composeFiles(shop: ExportedShop): ExportedFiles {
  const config = placedConfig(shop.config, shop.addresses);
  const compose = composeText(shop, configInputs(config));
  return new Map([
    ['compose.yaml', compose],
    ['gateway.yaml', config],
    ['supergraph.graphql', shop.supergraph.sdl],
    ['gateway.config.ts', hiveConfig(shop)],
    ['.env.example', environmentExample([config, compose])],
  ]);
}

/** deploy/compose.yaml with other services. Its own secrets, networks and proxy are left out. */
function composeText(shop: ExportedShop, inputs: ConfigInputs): string {
  const ownsDatabase = shop.config.database.url === 'embedded';
  const [document] = deployDocuments('compose.yaml', head);
  const secrets = inputs.files.map((path) => ({ source: basename(path), target: path }));
  const ofShop = { env_file: ['.env'], secrets: secrets.length > 0 ? secrets : undefined };
  setAll(document, ['x-shop'], ofShop);
  const services = servicesOf(document, shop, ownsDatabase);
  setAll(document, [], {
    services: undefined,
    networks: undefined,
    configs: {
      gateway: { file: './gateway.yaml' },
      supergraph: { file: './supergraph.graphql' },
      engine: { file: './gateway.config.ts' },
    },
    secrets: secrets.length > 0 ? secretsOf(inputs) : undefined,
    ...(ownsDatabase ? {} : { volumes: undefined }),
  });
  document.set('services', document.createNode(services));
  return document.toString({ lineWidth: 0 });
}

function secretsOf({ files }: ConfigInputs): object {
  return Object.fromEntries(files.map((path) => [basename(path), { file: `./secrets/${basename(path)}` }]));
}

function servicesOf(document: Document, { addresses }: ExportedShop, ownsDatabase: boolean): object {
  const extensions = [...addresses.extensions.keys()];
  const gateway = gatewayName(extensions);
  const nameOf = (name: string): string => freeName(name, [...extensions, gateway]);
  const like = (name: string, values: Readonly<Record<string, unknown>>): unknown =>
    serviceLike(document, name, values);
  const migrated = { [nameOf('migrate')]: { condition: 'service_completed_successfully' } };
  const healthy = Object.fromEntries(extensions.map((name) => [name, { condition: 'service_healthy' }]));
  const needsDatabase = ownsDatabase ? { [nameOf('postgres')]: { condition: 'service_healthy' } } : undefined;
  const served = extensions.map((name) => [
    name,
    like('shop-1', { command: serveCommand(name), healthcheck: probe(servedPort), depends_on: migrated }),
  ]);
  return {
    ...(ownsDatabase
      ? { [nameOf('postgres')]: like('postgres', { configs: undefined, environment: ofDatabase }) }
      : {}),
    [nameOf('graphql')]: engineService(healthy),
    [nameOf('migrate')]: like('migrate', { depends_on: needsDatabase }),
    ...Object.fromEntries(served),
    [gateway]: like('shop-1', {
      command: startCommand,
      ports: [`${gatewayPort}:${gatewayPort}`],
      depends_on: { ...migrated, ...healthy },
    }),
  };
}

/** A service of deploy/compose.yaml with other values. */
function serviceLike(document: Document, name: string, values: Readonly<Record<string, unknown>>): unknown {
  const original = document.getIn(['services', name]);
  if (!isCollection(original)) throw new Error(`deploy/compose.yaml has no service "${name}".`);
  const service = original.clone();
  for (const [key, value] of Object.entries({ secrets: undefined, networks: undefined, ...values })) {
    if (value === undefined) service.delete(key);
    else service.set(key, document.createNode(value, { aliasDuplicateObjects: false }));
  }
  return service;
}

const ofDatabase = {
  POSTGRES_PASSWORD: '${POSTGRES_PASSWORD:?the password in DATABASE_URL, whose host is postgres}',
  POSTGRES_DB: 'shop',
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
