import { basename } from 'node:path';
import { stringify } from 'yaml';
import { enginePort, freeName, gatewayName, gatewayPort, servedPort } from '../supergraph/addresses.ts';
import { configInputs } from './config-inputs.ts';
import type { ExportedFiles, ExportedShop } from './export-target.ts';
import { hiveConfig } from './hive-files.ts';
import { deployment, type PodParts, podSpec, service } from './kubernetes-objects.ts';
import { placedConfig } from './placed-config.ts';
import { hiveImage, serveCommand, stoaCommand } from './service-commands.ts';

const head = `# kubectl apply -k . — one Deployment for each extension, the gateway for REST and pages, Hive Gateway for GraphQL.
`;

/** Kubernetes manifests with a kustomization. */
export function kubernetesFiles(shop: ExportedShop): ExportedFiles {
  const config = placedConfig(shop.config, shop.addresses);
  const { variables, files } = configInputs(config);
  const extensions = [...shop.addresses.extensions.keys()];
  const gateway = gatewayName(extensions);
  const taken = [...extensions, gateway];
  const engine = freeName('graphql', taken);
  const shopPod = { image: 'my-shop', secretFiles: files, configMap: 'shop-gateway' };
  const manifests: readonly (readonly [string, readonly object[]])[] = [
    ['migrate', [migration(freeName('migrate', taken), shopPod)]],
    ...extensions.map((name) => [`extension-${name}`, extensionObjects(name, shopPod)] as const),
    ['gateway', gatewayObjects(gateway, shopPod)],
    ['engine', engineObjects(engine)],
  ];
  return new Map([
    ...manifests.map(([name, objects]) => [`manifests/${name}.yaml`, yamlOf(objects)] as const),
    ['kustomization.yaml', head + stringify(kustomization(manifests.map(([name]) => `manifests/${name}.yaml`)))],
    ['gateway.yaml', config],
    ['supergraph.graphql', shop.supergraph.sdl],
    ['gateway.config.ts', hiveConfig(shop)],
    ['secret.example.yaml', secretExample(variables, files)],
  ]);
}

function yamlOf(objects: readonly object[]): string {
  return objects.map((each) => stringify(each, { lineWidth: 0, aliasDuplicateObjects: false })).join('---\n');
}

function kustomization(resources: readonly string[]): object {
  return {
    apiVersion: 'kustomize.config.k8s.io/v1beta1',
    kind: 'Kustomization',
    namespace: 'shop',
    resources,
    configMapGenerator: [
      { name: 'shop-gateway', files: ['gateway.yaml'] },
      { name: 'shop-engine', files: ['supergraph.graphql', 'gateway.config.ts'] },
    ],
    images: [{ name: 'my-shop', newName: 'registry.example/my-shop', newTag: '1' }],
  };
}

type ShopPod = Pick<PodParts, 'image' | 'secretFiles' | 'configMap'>;

function migration(name: string, pod: ShopPod): object {
  const spec = podSpec({ ...pod, name, command: stoaCommand('migrate'), restartPolicy: 'Never' });
  return {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { name },
    spec: { backoffLimit: 3, ttlSecondsAfterFinished: 86_400, template: { spec } },
  };
}

function extensionObjects(name: string, pod: ShopPod): readonly object[] {
  const probes = { port: servedPort, live: '/_stoa/livez', ready: '/_stoa/readyz' };
  return [
    deployment({ ...pod, name, command: serveCommand(name), port: servedPort, probes }),
    service(name, servedPort),
  ];
}

/** Unless gateway.yaml opens it, the admin port listens within the pod alone. So the probe only connects. */
function gatewayObjects(name: string, pod: ShopPod): readonly object[] {
  const command = stoaCommand('start', '--host', '0.0.0.0', '--port', String(gatewayPort));
  return [deployment({ ...pod, name, command, port: gatewayPort }), service(name, gatewayPort)];
}

function engineObjects(name: string): readonly object[] {
  const probes = { port: enginePort, live: '/healthcheck', ready: '/readiness' };
  return [
    deployment({
      ...{ name, image: hiveImage, args: ['supergraph'], port: enginePort, probes },
      ...{ configMap: 'shop-engine', configFolder: '/gateway', secretFiles: [] },
    }),
    service(name, enginePort),
  ];
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
