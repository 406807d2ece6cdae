import { basename } from 'node:path';
import { type Document, isScalar, visit } from 'yaml';
import { deployDocuments, setAll, type YamlPath } from './deploy-files.ts';

/** How a pod differs from that of deploy/. */
export interface PodParts {
  readonly name: string;
  /** Values of its container. */
  readonly container: Readonly<Record<string, unknown>>;
  /** Absolute paths that gateway.yaml takes values from. */
  readonly secretFiles: readonly string[];
  /** Undefined for a pod that opens none. */
  readonly port?: number;
  /** Paths that the port answers. Without them, a probe of a pod with a port only connects. */
  readonly probes?: { readonly live: string; readonly ready: string };
  /** In place of what a shop's container reads: these files of a ConfigMap, in a folder. */
  readonly files?: { readonly configMap: string; readonly folder: string; readonly names: readonly string[] };
}

const secret = 'shop';
const podPath: YamlPath = ['spec', 'template', 'spec'];
const containerPath: YamlPath = [...podPath, 'containers', 0];

/** The objects of a file of deploy/kubernetes, with another name and pod. */
export function objectsLike(file: 'migrate.yaml' | 'shop.yaml', parts: PodParts): string {
  const objects = deployDocuments(`kubernetes/${file}`, null);
  for (const object of objects) {
    object.setIn(['metadata', 'name'], parts.name);
    // One label tells the parts of a shop apart. Selectors have it, too.
    visit(object, {
      Pair(_, { key, value }) {
        if (isScalar(key) && key.value === 'app.kubernetes.io/component' && isScalar(value)) value.value = parts.name;
      },
    });
    if (object.get('kind') === 'Service') setAll(object, ['spec', 'ports', 0], { port: parts.port });
    if (object.hasIn(containerPath)) changePod(object, parts);
  }
  return objects.map((object) => object.toString({ lineWidth: 0 })).join('');
}

function changePod(object: Document, parts: PodParts): void {
  const { name, container, secretFiles, port, files } = parts;
  const ports = port === undefined ? undefined : [{ name: 'http', containerPort: port }];
  if (port !== undefined) changeProbes(object, parts.probes);
  setAll(object, containerPath, { name, ports, envFrom: [{ secretRef: { name: secret } }], ...container });
  const isShop = files === undefined;
  if (!isShop) setAll(object, podPath, { initContainers: undefined });
  // The shop's secrets are files of their own here, and the environment.
  remove(object, [...podPath, 'volumes'], (each) => each === 'secrets' || !isShop);
  remove(object, [...containerPath, 'volumeMounts'], (each) => each === 'secrets' || !isShop);
  for (const path of secretFiles)
    object.addIn([...containerPath, 'volumeMounts'], mountOf('secrets', path, basename(path)));
  if (secretFiles.length > 0)
    object.addIn([...podPath, 'volumes'], { name: 'secrets', secret: { secretName: secret, defaultMode: 0o440 } });
  if (files === undefined) return;
  object.addIn([...podPath, 'volumes'], { name: 'config', configMap: { name: files.configMap } });
  object.addIn([...podPath, 'volumes'], { name: 'temporary', emptyDir: {} });
  object.addIn([...containerPath, 'volumeMounts'], { name: 'temporary', mountPath: '/tmp' });
  for (const file of files.names)
    object.addIn([...containerPath, 'volumeMounts'], mountOf('config', `${files.folder}/${file}`, file));
}

/** Unless gateway.yaml opens it, the admin port of a shop listens within the pod alone. So its probe only connects. */
function changeProbes(object: Document, probes: PodParts['probes']): void {
  const connect = { tcpSocket: { port: 'http' }, periodSeconds: 2 };
  if (probes === undefined)
    setAll(object, containerPath, { startupProbe: undefined, readinessProbe: connect, livenessProbe: undefined });
  else
    for (const [probe, path] of Object.entries({
      startup: probes.live,
      readiness: probes.ready,
      liveness: probes.live,
    }))
      setAll(object, [...containerPath, `${probe}Probe`], { httpGet: { path, port: 'http' } });
}

function mountOf(name: string, mountPath: string, subPath: string): object {
  return { name, mountPath, subPath, readOnly: true };
}

/** Removes entries of a list by their names. */
function remove(object: Document, path: YamlPath, isGone: (name: unknown) => boolean): void {
  for (let index = 0; object.hasIn([...path, index]); )
    if (isGone(object.getIn([...path, index, 'name']))) object.deleteIn([...path, index]);
    else index++;
}
