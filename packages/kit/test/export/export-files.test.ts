import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect } from 'chai';
import { Deployment } from 'kubernetes-models/apps/v1/Deployment';
import { Job } from 'kubernetes-models/batch/v1/Job';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget';
import { PersistentVolumeClaim } from 'kubernetes-models/v1/PersistentVolumeClaim';
import { Secret } from 'kubernetes-models/v1/Secret';
import { Service } from 'kubernetes-models/v1/Service';
import { parse, parseAllDocuments } from 'yaml';
import { composeErrors, kubernetesTypeErrors } from '../../../../test/support/deploy-schemas.ts';
import { withoutLines } from '../../../../test/support/test-project.ts';
import { exported, withJwks } from './exported-shop.ts';

/** The documents of a file of deploy/. */
async function deployed(name: string) {
  return objects(await readFile(resolve(import.meta.dirname, '../../../../deploy', name), 'utf8'));
}

function objects(text: string) {
  const [first, ...others] = parseAllDocuments(text, { merge: true }).map((document) => document.toJS());
  return [first, ...others] as const;
}

interface Workload {
  readonly spec: { readonly template: { readonly spec: Pod } };
}

interface Pod {
  readonly containers: readonly { readonly volumeMounts: readonly { readonly name: string }[] }[];
  readonly volumes: readonly { readonly name: string }[];
}

function without(value: object, keys: readonly string[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(value).filter(([key]) => !keys.includes(key)));
}

/** Probes ask each engine at paths of its own. */
function withoutPaths(container: Readonly<Record<string, unknown>>): unknown {
  return JSON.parse(JSON.stringify(container, (key, value) => (key === 'httpGet' ? undefined : value)));
}

const repository = resolve(import.meta.dirname, '../../../..');
const extensions = [
  ...(await readFile(join(repository, 'gateway.yaml'), 'utf8')).matchAll(/- \{ name: ([\w-]+),/g),
].map(([, name = '']) => name);

/** Without what Apollo Router could not ask the gateway for: totals that several extensions make. */
const withoutSelling = withoutLines(
  'cart',
  'checkout',
  'orders',
  'pricing',
  'payments',
  'card',
  'payment-sandbox',
  'invoice-documents',
);

describe('stoa export --target compose', () => {
  it('follows the Compose specification, with a service for each extension', async () => {
    const { files } = await exported('compose');
    const compose = parse(files.get('compose.yaml') ?? '', { merge: true });
    expect(composeErrors(compose)).to.equal('');
    for (const name of extensions)
      expect(compose.services[name].command.join(' ')).to.match(
        new RegExp(`stoa.mjs serve ${name} --host 0.0.0.0 --port 4001$`),
      );
    expect(Object.keys(compose.services)).to.have.members([...extensions, 'shop', 'migrate', 'postgres', 'graphql']);
    expect(compose.services.shop).to.include({ read_only: true, image: '${SHOP_IMAGE:-my-shop:1}' });
    expect(files.get('compose.yaml')).not.to.include('nginx');
  });

  it('takes each service from deploy/compose.yaml', async () => {
    const [own] = (await deployed('compose.yaml')).map(({ services }) => services);
    const { files } = await exported('compose');
    const { services } = parse(files.get('compose.yaml') ?? '', { merge: true });
    for (const [name, of, changed] of [
      ['reviews', 'shop-1', ['command', 'healthcheck']],
      ['shop', 'shop-1', ['command', 'ports']],
      ['migrate', 'migrate', []],
      ['postgres', 'postgres', ['environment', 'configs']],
    ] as const) {
      const others = ['depends_on', 'env_file', 'networks', 'secrets', ...changed];
      expect(without(services[name], others), name).to.deep.equal(without(own[of], others));
    }
  });

  it('brings no PostgreSQL where the shop has one, and mounts the files that gateway.yaml reads', async () => {
    const { files } = await exported('compose', {
      edit: (text) => text.replace('"${DATABASE_URL:-embedded}"', '"${DATABASE_URL:-postgres://db.example/shop}"'),
    });
    const compose = parse(files.get('compose.yaml') ?? '', { merge: true });
    expect(composeErrors(compose)).to.equal('');
    expect(compose.services).not.to.have.property('postgres');
    expect(compose.services.migrate).not.to.have.property('depends_on');
  });

  it('names each variable that its files read, and no value', async () => {
    const { files } = await exported('compose');
    const lines = (files.get('.env.example') ?? '').split('\n').filter((line) => !line.startsWith('#') && line !== '');
    expect(lines).to.have.members([
      ...['DATABASE_URL=', 'STOA_JWT_SECRET=', 'STOA_SESSION_SECRET=', 'STOA_GATEWAY_SECRET=', 'STOA_HIVE_SECRET='],
      ...['SHOP_URL=', 'SHOP_IMAGE=', 'FILES_PATH=', 'PORT=', 'POSTGRES_PASSWORD='],
    ]);
  });

  it('keeps the names of its own services apart from extensions', async () => {
    const { files } = await exported('compose', {
      edit: (text) => text.replace('name: foo,', 'name: graphql,').replace('name: reviews,', 'name: shop,'),
    });
    const compose = parse(files.get('compose.yaml') ?? '', { merge: true });
    expect(compose.services.graphql.command).to.include('serve');
    expect(compose.services.shop.command).to.include('serve');
    expect(compose.services).to.include.keys('shop-gateway', 'graphql-gateway');
  });
});

describe('stoa export --target kubernetes', () => {
  it('has the keys, types and values of Kubernetes, with a Deployment for each extension', async () => {
    const { files } = await exported('kubernetes');
    const texts = [...files].flatMap(([name, text]) => (/^(manifests|secret)/.test(name) ? [text] : []));
    const all = texts.flatMap((text) => parseAllDocuments(text).map((document) => document.toJS()));
    const kinds: Record<string, new (value: object) => { validate(): void }> = {
      ...{ Deployment, Job, PersistentVolumeClaim, PodDisruptionBudget, Secret, Service },
    };
    for (const manifest of all) {
      const Kind = kinds[manifest.kind];
      if (Kind === undefined) expect.fail(`there is no case for ${manifest.kind}`);
      new Kind(manifest).validate();
    }
    expect(await kubernetesTypeErrors(all)).to.equal('');
    const deployments = all.filter(({ kind }) => kind === 'Deployment').map(({ metadata }) => metadata.name);
    expect(deployments).to.have.members([...extensions, 'shop', 'graphql']);
  });

  it('takes each pod from deploy/kubernetes, apart from what it runs, asks and mounts', async () => {
    const { files } = await exported('kubernetes');
    const podOf = ([workload]: readonly [Workload, ...unknown[]]): Pod => workload.spec.template.spec;
    for (const [name, of] of [
      ['extension-reviews', 'shop'],
      ['gateway', 'shop'],
      ['engine', 'shop'],
      ['migrate', 'migrate'],
    ] as const) {
      const text = files.get(`manifests/${name}.yaml`) ?? '';
      const [own, expected] = [podOf(objects(text)), podOf(await deployed(`kubernetes/${of}.yaml`))];
      const ofPod = ['containers', 'initContainers', 'volumes', 'topologySpreadConstraints'];
      expect(without(own, ofPod), name).to.deep.equal(without(expected, ofPod));
      const ofContainer = ['name', 'image', 'command', 'args', 'ports', 'envFrom', 'volumeMounts'];
      const probes = name === 'gateway' ? ['startupProbe', 'readinessProbe', 'livenessProbe'] : [];
      const plain = (pod: Pod) => withoutPaths(without(pod.containers[0] ?? {}, [...ofContainer, ...probes]));
      expect(plain(own), name).to.deep.equal(plain(expected));
      const mounted = own.containers[0]?.volumeMounts.map((each) => each.name) ?? [];
      expect(own.volumes.map((each) => each.name)).to.have.members([...new Set(mounted)]);
    }
  });

  it('lists each manifest in its kustomization', async () => {
    const { files, out } = await exported('kubernetes');
    const { resources, configMapGenerator } = parse(files.get('kustomization.yaml') ?? '');
    const manifests = await readdir(join(out, 'manifests'));
    expect(resources).to.have.members(manifests.map((name) => `manifests/${name}`));
    for (const file of configMapGenerator.flatMap(({ files: each }: { files: string[] }) => each))
      expect(await readFile(join(out, file), 'utf8')).to.equal(files.get(file));
  });
});

describe('stoa export --target apollo', () => {
  it('writes a router.yaml with the limits of the shop, and passes bearer tokens on', async () => {
    const { files, warnings } = await exported('apollo', { edit: (text) => withJwks(withoutSelling(text)) });
    const router = parse(files.get('router.yaml') ?? '');
    expect(router.limits).to.deep.equal({ parser_max_tokens: 2000, http_max_request_bytes: 102400 });
    expect(router.headers.all.request).to.deep.equal([{ propagate: { named: 'authorization' } }]);
    expect(warnings).to.deep.equal([]);
  });

  it('warns where it could reach no extension', async () => {
    const { warnings } = await exported('apollo', { edit: withoutSelling });
    expect(warnings.map(({ code, what }) => [code, what])).to.deep.equal([
      ['EXPORT_CALLER_REFUSED', 'Apollo Router cannot sign, and without a JWKS no token is accepted'],
    ]);
  });
});

describe('the gateway.yaml of an export', () => {
  it('places each extension at its service, accepts the engine, and has no secret in it', async () => {
    const { files } = await exported('hive', { edit: withJwks });
    const { system, database } = parse(files.get('gateway.yaml') ?? '');
    expect(database.url).to.equal('${DATABASE_URL}');
    expect(system.extensions.map(({ name }: { name: string }) => name)).to.deep.equal(extensions);
    expect(system.extensions[extensions.indexOf('reviews')].placement).to.deep.equal({
      url: 'http://reviews:4001',
      secret: '${STOA_GATEWAY_SECRET}',
      gateway: 'http://shop:3000',
      accept: {
        hive: { secret: '${STOA_HIVE_SECRET}' },
        bearer: { jwks: 'https://id.example/jwks.json', issuer: 'stoa', audience: 'storefront' },
      },
    });
  });
});
