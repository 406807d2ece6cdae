import { basename } from 'node:path';

export interface PodParts {
  readonly name: string;
  readonly image: string;
  readonly command?: readonly string[];
  readonly args?: readonly string[];
  /** Its keys are files of `configFolder`; of the shop's, gateway.yaml alone. */
  readonly configMap: string;
  readonly configFolder?: string;
  /** Absolute paths that gateway.yaml takes values from. */
  readonly secretFiles: readonly string[];
  readonly port?: number;
  readonly probes?: { readonly port: number; readonly live: string; readonly ready: string };
  readonly restartPolicy?: 'Never';
}

const secret = 'shop';

export function deployment(parts: PodParts): object {
  const labels = { 'app.kubernetes.io/name': parts.name };
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: parts.name, labels },
    spec: {
      replicas: 2,
      strategy: { rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } },
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { terminationGracePeriodSeconds: 30, ...podSpec(parts) } },
    },
  };
}

export function service(name: string, port: number): object {
  const labels = { 'app.kubernetes.io/name': name };
  const ports = [{ name: 'http', port, targetPort: 'http' }];
  return { apiVersion: 'v1', kind: 'Service', metadata: { name, labels }, spec: { selector: labels, ports } };
}

/** A pod without root, with a read-only image, and the variables of the Secret as its environment. */
export function podSpec(parts: PodParts): object {
  const { configMap, configFolder, secretFiles, restartPolicy } = parts;
  const isShop = configFolder === undefined;
  return {
    ...(restartPolicy === undefined ? {} : { restartPolicy }),
    automountServiceAccountToken: false,
    securityContext: {
      runAsNonRoot: true,
      runAsUser: 1000,
      runAsGroup: 1000,
      fsGroup: 1000,
      seccompProfile: { type: 'RuntimeDefault' },
    },
    ...(isShop ? { initContainers: [stateContainer(parts)] } : {}),
    containers: [container(parts)],
    volumes: [
      { name: 'config', configMap: { name: configMap } },
      ...(isShop ? [{ name: 'state', emptyDir: { sizeLimit: '256Mi' } }] : [{ name: 'temporary', emptyDir: {} }]),
      ...(secretFiles.length > 0 ? [{ name: 'secrets', secret: { secretName: secret, defaultMode: 0o440 } }] : []),
    ],
  };
}

function container(parts: PodParts): object {
  const { name, image, command, args, port, probes, configFolder, secretFiles } = parts;
  const isShop = configFolder === undefined;
  return {
    name,
    image,
    ...(command === undefined ? {} : { command }),
    ...(args === undefined ? {} : { args }),
    envFrom: [{ secretRef: { name: secret } }],
    ...(port === undefined ? {} : { ports: [{ name: 'http', containerPort: port }], ...probesOf(probes) }),
    ...(port === undefined ? {} : { lifecycle: { preStop: { sleep: { seconds: 5 } } } }),
    ...locked,
    resources: { requests: { cpu: '100m', memory: '256Mi' }, limits: { memory: '512Mi' } },
    volumeMounts: [
      ...(isShop
        ? [
            { name: 'config', mountPath: '/shop/gateway.yaml', subPath: 'gateway.yaml', readOnly: true },
            { name: 'state', mountPath: '/shop/.stoa', subPath: 'stoa' },
          ]
        : [
            ...['supergraph.graphql', 'gateway.config.ts'].map((file) => ({
              ...{ name: 'config', mountPath: `${configFolder}/${file}`, subPath: file, readOnly: true },
            })),
            { name: 'temporary', mountPath: '/tmp' },
          ]),
      ...secretFiles.map((path) => ({ name: 'secrets', mountPath: path, subPath: basename(path), readOnly: true })),
    ],
  };
}

const locked = {
  securityContext: {
    readOnlyRootFilesystem: true,
    allowPrivilegeEscalation: false,
    capabilities: { drop: ['ALL'] },
  },
};

function probesOf(probes: PodParts['probes']): object {
  if (probes === undefined) return { readinessProbe: { tcpSocket: { port: 'http' }, periodSeconds: 2 } };
  const at = (path: string) => ({ httpGet: { path, port: 'http' }, timeoutSeconds: 3 });
  return {
    // Up to two minutes for a start.
    startupProbe: { ...at(probes.live), periodSeconds: 2, failureThreshold: 60 },
    readinessProbe: { ...at(probes.ready), periodSeconds: 2, failureThreshold: 1 },
    livenessProbe: { ...at(probes.live), periodSeconds: 10, failureThreshold: 3 },
  };
}

/** All users may write to an emptyDir. Stoa keeps its state in a folder of its own user alone. */
function stateContainer({ image }: PodParts): object {
  return {
    name: 'state',
    image,
    command: ['node', '-e', "fs.mkdirSync('/state/stoa', { recursive: true, mode: 0o700 })"],
    ...locked,
    resources: { requests: { cpu: '100m', memory: '64Mi' }, limits: { memory: '128Mi' } },
    volumeMounts: [{ name: 'state', mountPath: '/state' }],
  };
}
