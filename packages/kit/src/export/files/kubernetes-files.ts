import { basename } from 'node:path';
import { stringify } from 'yaml';
import { enginePort, freeName, gatewayName, gatewayPort, servedPort } from '../supergraph/addresses.ts';
import { configInputs, deployDocuments, hiveImage, serveCommand, setAll, startCommand } from './deploy-files.ts';
import { hiveConfig } from './engine-files.ts';
import type { ExportedFiles, ExportedShop } from './export-target.ts';
import { objectsLike } from './kubernetes-objects.ts';
import { placedConfig } from './placed-config.ts';

const head = ` kubectl apply -k . — one Deployment for each extension, the gateway for REST and pages, Hive Gateway for GraphQL.`;
const engineFiles = ['supergraph.graphql', 'gateway.config.ts'];

/** Kubernetes manifests with a kustomization. */
export function kubernetesFiles(shop: ExportedShop): ExportedFiles {
  const config = placedConfig(shop.config, shop.addresses);
  const { variables, files } = configInputs(config);
  const manifests = manifestsOf([...shop.addresses.extensions.keys()], files);
  return new Map([
    ...manifests,
    ['kustomization.yaml', kustomization([...manifests.keys()])],
    ['gateway.yaml', config],
    ['supergraph.graphql', shop.supergraph.sdl],
    ['gateway.config.ts', hiveConfig(shop)],
    ['secret.example.yaml', secretExample(variables, files)],
  ]);
}

function manifestsOf(extensions: readonly string[], secretFiles: readonly string[]): ReadonlyMap<string, string> {
  const gateway = gatewayName(extensions);
  const nameOf = (name: string): string => freeName(name, [...extensions, gateway]);
  const served = extensions.map((name) => {
    const parts = { name, secretFiles, port: servedPort, container: { command: serveCommand(name) } };
    const text = objectsLike('shop.yaml', { ...parts, probes: { live: '/_stoa/livez', ready: '/_stoa/readyz' } });
    return [`manifests/extension-${name}.yaml`, text] as const;
  });
  return new Map([
    ['manifests/migrate.yaml', objectsLike('migrate.yaml', { name: nameOf('migrate'), container: {}, secretFiles })],
    ...served,
    [
      'manifests/gateway.yaml',
      objectsLike('shop.yaml', {
        name: gateway,
        secretFiles,
        port: gatewayPort,
        container: { command: startCommand },
      }),
    ],
    [
      'manifests/engine.yaml',
      objectsLike('shop.yaml', {
        name: nameOf('graphql'),
        secretFiles: [],
        port: enginePort,
        container: { image: hiveImage, args: ['supergraph'] },
        probes: { live: '/healthcheck', ready: '/readiness' },
        files: { configMap: 'shop-engine', folder: '/gateway', names: engineFiles },
      }),
    ],
  ]);
}

function kustomization(resources: readonly string[]): string {
  const [document] = deployDocuments('kustomization.yaml', head);
  const configMapGenerator = [
    { name: 'shop-gateway', files: ['gateway.yaml'] },
    { name: 'shop-engine', files: engineFiles },
  ];
  setAll(document, [], { resources, configMapGenerator });
  return document.toString({ lineWidth: 0 });
}

function secretExample(variables: readonly string[], files: readonly string[]): string {
  const names = [...variables, ...files.map((path) => basename(path))];
  const secret = {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: 'shop', namespace: 'shop' },
    stringData: Object.fromEntries(names.map((name) => [name, ''])),
  };
  return `# Give each a value, and: kubectl apply -f. It is no part of the kustomization.\n${stringify(secret)}`;
}
