import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join, posix, resolve } from 'node:path';
import { expect } from 'chai';
import { Deployment } from 'kubernetes-models/apps/v1/Deployment';
import { Job } from 'kubernetes-models/batch/v1/Job';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget';
import { PersistentVolumeClaim } from 'kubernetes-models/v1/PersistentVolumeClaim';
import { Service } from 'kubernetes-models/v1/Service';
import { parse, parseAllDocuments } from 'yaml';
import { readConfig } from '#config';
import { composeErrors, kubernetesTypeErrors } from '../support/deploy-schemas.ts';

const deploy = resolve(import.meta.dirname, '../../deploy');
const read = (name: string) => readFile(join(deploy, name), 'utf8');
const readYaml = async (name: string) => parse(await read(name), { merge: true });

/** Seconds that a stop takes at most, by gateway.yaml. */
async function stopSeconds(): Promise<number> {
  const { readinessDelayMs, drainMs } = (await readYaml('gateway.yaml')).server.stop;
  return (readinessDelayMs + drainMs) / 1000;
}

describe('deploy/gateway.yaml', () => {
  it('is that of a new shop, but for what production needs', async () => {
    const template = parse(await readFile(resolve(deploy, '../packages/create-stoa/template/gateway.yaml'), 'utf8'));
    const production = await readYaml('gateway.yaml');
    expect(production.pages).to.deep.equal(template.pages);
    expect(production.graphql).to.deep.equal(template.graphql);
    // A shop in production takes real money, so its card asks for keys.
    const trial = ['card', 'payment-sandbox'];
    const operated = template.system.extensions.filter(({ name }: { readonly name: string }) => !trial.includes(name));
    expect(production.system.extensions).to.deep.equal(
      operated.map((one: { readonly name: string }) =>
        one.name === 'pick-up' ? { ...one, settings: { place: '' } } : one,
      ),
    );
  });

  it('asks for nothing but the secret files', async () => {
    const { findings } = await readConfig(join(deploy, 'gateway.yaml'), { environment: { NODE_ENV: 'production' } });
    const codes = new Set(findings.map(({ code }) => code));
    expect([...codes]).to.deep.equal(['CONFIG_FILE_UNUSABLE']);
    const files = findings.map(({ what }) => /\/run\/secrets\/\w+/.exec(what)?.[0]).toSorted();
    expect(files).to.deep.equal(
      ['database_url', 'jwt_secret', 'mail_url', 'session_secret'].map((name) => `/run/secrets/${name}`),
    );
  });
});

describe('deploy/compose.yaml', () => {
  it('follows the Compose specification', async () => {
    const file = await readYaml('compose.yaml');
    expect(file.name).to.equal('shop');
    expect(composeErrors(file)).to.equal('');
    expect(composeErrors({ services: { shop: { red_only: true } } })).to.include('red_only');
  });

  it('gives the administrator to the migration alone, and each service the secrets that it reads', async () => {
    const { services, secrets } = await readYaml('compose.yaml');
    const replicas = ['shop-1', 'shop-2'];
    for (const name of replicas)
      expect(services[name].secrets).to.have.members(['database_url', 'jwt_secret', 'mail_url', 'session_secret']);
    expect(services.migrate.secrets).to.include('database_admin_url');
    const used = new Set(Object.values<{ secrets?: string[] }>(services).flatMap((service) => service.secrets ?? []));
    expect([...used]).to.have.members(Object.keys(secrets));
  });

  it('lets a replica stop in its own time, and has a proxy that knows both', async () => {
    const { services } = await readYaml('compose.yaml');
    const nginx = await read('nginx.conf');
    for (const name of ['shop-1', 'shop-2']) {
      expect(Number.parseInt(services[name].stop_grace_period, 10)).to.be.above(await stopSeconds());
      expect(services[name].read_only).to.equal(true);
      expect(nginx).to.include(`server ${services[name].networks.shop.ipv4_address}:3000 `);
    }
  });
});

describe('files of extensions', () => {
  it('lie in one folder, which all replicas write', async () => {
    const [{ files }, { services }] = [await readYaml('gateway.yaml'), await readYaml('compose.yaml')];
    const place = posix.join('/shop', files.path);
    for (const name of ['shop-1', 'shop-2']) expect(services[name].volumes).to.deep.equal([`files:${place}`]);
    const all = await manifests();
    expect(JSON.stringify(all)).to.include(`"mountPath":"${place}"`).and.to.include('["ReadWriteMany"]');
    expect(await read('stoa.service')).to.include(`:/srv${place}`);
    expect(await read('Dockerfile')).to.match(/chown 1000:1000 .*\bfiles\b/);
  });
});

describe('deploy/nginx.conf', () => {
  it('closes idle connections before the gateway does, and waits longer than it', async () => {
    const nginx = await read('nginx.conf');
    const { config } = await readConfig(resolve(deploy, '../packages/create-stoa/template/gateway.yaml'), {
      environment: {},
    });
    const limits = config?.server.limits;
    const seconds = (name: string) => Number(new RegExp(`^\\s*${name} (\\d+)s;`, 'm').exec(nginx)?.[1]) * 1000;
    expect(seconds('keepalive_timeout')).to.be.below(limits?.keepAliveMs ?? 0);
    expect(seconds('proxy_read_timeout')).to.be.above(limits?.timeoutMs ?? 0);
    expect(nginx.match(/{/g)).to.have.length(nginx.match(/}/g)?.length ?? 0);
  });

  it('takes from merchants what the routes of the desk take, and waits as long', async () => {
    const [, desk = ''] = (await read('nginx.conf')).split('location ~ ');
    const number = (name: string) => Number(new RegExp(`${name} (\\d+)`).exec(desk)?.[1]);
    const routes = await Promise.all(
      ['catalog/api/importProducts', 'product-pictures/api/addPicture'].map(async (folder) =>
        JSON.parse(await readFile(resolve(deploy, '../extensions', folder, 'route.json'), 'utf8')),
      ),
    );
    for (const { path } of routes) expect(path).to.match(/^\/desk\//);
    expect(number('client_max_body_size') * 1024 ** 2).to.be.at.least(
      Math.max(...routes.map(({ bodyLimit = 0 }) => bodyLimit)),
    );
    expect(number('proxy_read_timeout') * 1000).to.be.above(Math.max(...routes.map(({ timeoutMs = 0 }) => timeoutMs)));
  });
});

/** The parts of a manifest that the tests read. */
interface Manifest {
  readonly kind: 'Deployment' | 'Job' | 'PersistentVolumeClaim' | 'PodDisruptionBudget' | 'Service';
  readonly spec: { readonly template: { readonly spec: PodSpec } };
}

interface PodSpec {
  readonly securityContext: { readonly runAsNonRoot: boolean };
  readonly terminationGracePeriodSeconds: number;
  readonly volumes: readonly { readonly name: string }[];
  readonly containers: readonly {
    readonly securityContext: { readonly readOnlyRootFilesystem: boolean };
    readonly volumeMounts: readonly { readonly name: string }[];
    readonly lifecycle: { readonly preStop: { readonly sleep: { readonly seconds: number } } };
    readonly readinessProbe: { readonly periodSeconds: number; readonly failureThreshold: number };
  }[];
}

async function manifests(): Promise<readonly Manifest[]> {
  const { resources } = await readYaml('kustomization.yaml');
  const texts: readonly string[] = await Promise.all(resources.map(read));
  return texts.flatMap((text) => parseAllDocuments(text).map((document) => document.toJS()));
}

describe('deploy/kubernetes/', () => {
  it('has the keys, types and values of Kubernetes', async () => {
    const all = await manifests();
    const kinds = { Deployment, Job, PersistentVolumeClaim, PodDisruptionBudget, Service };
    expect(all.map(({ kind }) => kind)).to.have.members(Object.keys(kinds));
    for (const manifest of all) new kinds[manifest.kind](JSON.parse(JSON.stringify(manifest))).validate();
    expect(await kubernetesTypeErrors(all)).to.equal('');
    const misspelt = { apiVersion: 'policy/v1', kind: 'PodDisruptionBudget', spec: { minAvailabel: 1 } };
    expect(await kubernetesTypeErrors([misspelt])).to.match(/minAvailabel"' does not exist/);
  });

  it('runs without root, cannot write its image, and mounts each of its volumes', async () => {
    const pods = (await manifests()).filter(({ kind }) => kind === 'Deployment' || kind === 'Job');
    expect(pods).to.have.length(2);
    for (const { spec } of pods.map((pod) => pod.spec.template)) {
      expect(spec.securityContext.runAsNonRoot).to.equal(true);
      for (const { securityContext, volumeMounts } of spec.containers) {
        expect(securityContext.readOnlyRootFilesystem).to.equal(true);
        expect(volumeMounts.map(({ name }) => name)).to.have.members(spec.volumes.map(({ name }) => name));
      }
    }
  });

  it('gives a pod time for preStop and for the stop, and looks often enough', async () => {
    const deployment = (await manifests()).find(({ kind }) => kind === 'Deployment');
    const pod = deployment?.spec.template.spec;
    const [container] = pod?.containers ?? [];
    if (pod === undefined || container === undefined) return expect.fail('there is no container');
    const { lifecycle, readinessProbe } = container;
    expect(pod.terminationGracePeriodSeconds).to.be.above(lifecycle.preStop.sleep.seconds + (await stopSeconds()));
    const { readinessDelayMs } = (await readYaml('gateway.yaml')).server.stop;
    expect(readinessProbe.periodSeconds * readinessProbe.failureThreshold * 1000).to.be.at.most(readinessDelayMs);
  });
});

describe('deploy/stoa.service', () => {
  it('is a unit that systemd reads, with time for the stop', async () => {
    const unit = await read('stoa.service');
    for (const line of unit.split('\n')) expect(line).to.match(/^(#.*|\[(Unit|Service|Install)\]|[A-Z]\w*=.*|)$/);
    expect(Number(/^TimeoutStopSec=(\d+)s$/m.exec(unit)?.[1])).to.be.above(await stopSeconds());
    const { status, stderr, error } = spawnSync(
      'systemd-analyze',
      ['verify', '--man=no', join(deploy, 'stoa.service')],
      { encoding: 'utf8' },
    );
    if (error !== undefined) {
      expect(error).to.have.property('code', 'ENOENT');
      return;
    }
    // The machine need not have Node at /usr/bin/node.
    const complaints = stderr
      .split('\n')
      .filter((line) => line.includes('stoa.service') && !line.includes('is not executable'));
    expect(complaints, `exit code ${status}`).to.deep.equal([]);
  });
});
