import { execFile, spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';

type Manifest = {
  readonly file: string;
  readonly apiVersion: string;
  readonly kind: string;
  readonly [field: string]: any;
};

const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
const FILES = globSync('deploy/kubernetes/**/*.yaml').toSorted();
const all: ReadonlyArray<Manifest> = FILES.flatMap((file) =>
  parseAllDocuments(readFileSync(file, 'utf8')).map((document) => ({ file, ...document.toJS() })),
);
const manifests = all.filter(({ kind }) => kind !== 'Kustomization');
const kustomizations = all.filter(({ kind }) => kind === 'Kustomization');
const ofKind = (kind: string) => manifests.filter((one) => one.kind === kind);

/** Rejects if a manifest does not follow the schema of its kind, as the Kubernetes API publishes it. */
const check = async ({ file, ...manifest }: Manifest): Promise<void> => {
  const { apiVersion, kind } = manifest;
  const models = apiVersion.startsWith('monitoring.') ? '@kubernetes-models/prometheus-operator' : 'kubernetes-models';
  const { [kind]: Model } = await import(`${models}/${apiVersion}/${kind}`);
  new Model(manifest).validate();
};

/** The pods that manifests make: each with the labels by which others select it. */
const pods = [...ofKind('Deployment'), ...ofKind('Job')].map(({ spec }) => spec.template);
const containersOf = ({ spec }: Manifest | any): ReadonlyArray<any> => [
  ...(spec.initContainers ?? []),
  ...spec.containers,
];
const isSelected = (labels: object, pod: any) =>
  Object.entries(labels).every(([name, value]) => pod.metadata.labels[name] === value);

describe('the manifests of deploy/kubernetes', () => {
  it.each(manifests.map((one) => [`${one.kind} in ${basename(one.file)}`, one] as const))(
    'follow the schema of the Kubernetes API: %s',
    async (_, manifest) => {
      await check(manifest);
    },
  );

  it('would be refused with a value of another type', async () => {
    const [deployment] = ofKind('Deployment');
    const { spec } = deployment!;
    await expect(check({ ...deployment!, spec: { ...spec, minReadySeconds: 'five' } })).rejects.toThrow(
      'minReadySeconds',
    );
  });

  it('are each part of a kustomization that exists', () => {
    const named = kustomizations.flatMap(({ file, resources }) =>
      resources.map((path: string) => join(dirname(file), path)),
    );
    expect(named.filter((path) => !existsSync(path))).toEqual([]);
    expect(manifests.filter(({ file }) => !named.includes(file))).toEqual([]);
  });

  it('run every container without rights, on a read-only root file system, within limits of memory', () => {
    const containers = pods.flatMap(containersOf);
    expect(containers.length).toBeGreaterThan(5);
    for (const container of containers) {
      expect(container.securityContext).toMatchObject({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
      expect(container.resources.limits.memory).toBeDefined();
    }
    for (const { spec } of pods)
      expect(spec).toMatchObject({ automountServiceAccountToken: false, securityContext: { runAsNonRoot: true } });
  });

  it('contain no secret, and take secrets by reference', () => {
    expect(ofKind('Secret')).toEqual([]);
    expect(FILES.filter((file) => /postgres(ql)?:\/\/|PASSWORD:/.test(readFileSync(file, 'utf8')))).toEqual([]);
    const references = JSON.stringify(pods.map(({ spec }) => [spec.volumes, containersOf({ spec })]));
    for (const name of ['carryover-service', 'carryover-console', 'carryover-administrator'])
      expect(references).toContain(`"${name}"`);
    const files = pods.flatMap(containersOf).flatMap(({ env = [] }) => env.map((one: any) => one.name));
    expect(files).toEqual(
      expect.arrayContaining(['DATABASE_URL_FILE', 'CARRYOVER_SECRET_FILE', 'OIDC_CLIENT_SECRET_FILE']),
    );
  });

  it('let the console and the service read the key of evidence packs and seals, which belongs to root', () => {
    const readers = ofKind('Deployment').map(({ spec }) => {
      const { volumes, securityContext, containers } = spec.template.spec;
      const isOfKey = ({ name }: { readonly name: string }) => name === 'evidence';
      const { secretName, optional } = volumes.find(isOfKey).secret;
      return [secretName, optional, securityContext.fsGroup, containers[0].volumeMounts.find(isOfKey).mountPath];
    });
    expect(readers).toEqual(Array(2).fill(['carryover-evidence', true, 65532, '/etc/carryover/evidence']));
  });

  it('run images of a version: the project’s own, and none that is the latest', () => {
    const images: ReadonlyArray<string> = pods.flatMap(containersOf).map(({ image }) => image);
    expect(images.filter((image) => !/:\d[\w.-]*$/.test(image))).toEqual([]);
    expect(new Set(images.filter((image) => image.startsWith('carryover')))).toEqual(new Set([`carryover:${version}`]));
    const tags = kustomizations.flatMap((one) => (one.images ?? []).map(({ newTag }: { newTag: string }) => newTag));
    expect(new Set(tags)).toEqual(new Set([version]));
  });

  it('put no secret on a command line', () => {
    const lines = pods.flatMap(containersOf).map(({ command = [], args = [] }) => [...command, ...args].join(' '));
    expect(lines.filter((line) => line.includes('$(') || /--dbname|:\/\//.test(line))).toEqual([]);
  });

  it('select pods that exist, and reach ports that these have', () => {
    const selectors = [
      ...ofKind('Service').map(({ spec }) => spec.selector),
      ...ofKind('Deployment').map(({ spec }) => spec.selector.matchLabels),
      ...ofKind('PodDisruptionBudget').map(({ spec }) => spec.selector.matchLabels),
      ...ofKind('NetworkPolicy').map(({ spec }) => spec.podSelector.matchLabels),
    ];
    expect(selectors.length).toBeGreaterThan(6);
    expect(selectors.filter((labels) => !pods.some((pod) => isSelected(labels, pod)))).toEqual([]);
    const open = ofKind('NetworkPolicy').flatMap(({ spec }) => (spec.ingress ?? []).flatMap(({ ports }: any) => ports));
    const listened = pods.flatMap(containersOf).flatMap(({ ports = [] }) => ports);
    expect(open.map(({ port }) => port).toSorted()).toEqual(
      listened.map(({ containerPort }) => containerPort).toSorted(),
    );
    const services = ofKind('Service').map(({ metadata }) => metadata.labels);
    for (const { spec } of ofKind('ServiceMonitor')) expect(services).toContainEqual(spec.selector.matchLabels);
  });

  it('lead to each Service from outside, in the example', () => {
    const backends = ofKind('Ingress').flatMap(({ spec }) =>
      spec.rules.flatMap(({ http }: any) => http.paths.map(({ backend }: any) => backend.service.name)),
    );
    expect(new Set(backends)).toEqual(new Set(ofKind('Service').map(({ metadata }) => metadata.name)));
  });

  it('lead to every address that the documentation links, and to the one that doctor asks, in the example', () => {
    const [ofService] = ofKind('Ingress').filter(({ metadata }) => metadata.name === 'carryover');
    const { paths } = ofService!.spec.rules[0].http;
    const isLed = (address: string) =>
      paths.some(
        ({ path, pathType }: any) => address === path || (pathType === 'Prefix' && address.startsWith(`${path}/`)),
      );
    const linked = globSync('packages/adapters-http/docs/*.md').flatMap((page) =>
      [...readFileSync(page, 'utf8').matchAll(/\]\((\/[^)#]*)/g)].map(([, address]) => address!),
    );
    expect(linked.length).toBeGreaterThan(20);
    expect([...linked, '/readyz'].filter((address) => !isLed(address))).toEqual([]);
  });

  it('let a replica finish its requests before it is killed', () => {
    const [config] = ofKind('ConfigMap');
    const { spec } = pods.find(({ metadata }) => metadata.labels['app.kubernetes.io/component'] === 'service');
    const needed = Number(config!.data.SHUTDOWN_DELAY_MS) / 1000 + 15;
    expect(spec.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(needed);
  });

  it('take the alert rules by the commands of docs/deployment.md', async () => {
    const [, printed = ''] = /<!-- prometheus-rule -->\n```sh\n([\s\S]*?)```/.exec(
      readFileSync('docs/deployment.md', 'utf8'),
    )!;
    const script = printed.replace('> carryover-alerts.yaml', '');
    const { stdout } = await promisify(execFile)('bash', ['-euc', script]);
    const rule = parseAllDocuments(stdout)[0]!.toJS();
    await check({ file: 'docs/deployment.md', ...rule });
    expect(rule.spec).toEqual(parseAllDocuments(readFileSync('docs/monitoring/alerts.yml', 'utf8'))[0]!.toJS());
  });

  const hasKubectl = spawnSync('kubectl', ['version', '--client']).status === 0;
  it.skipIf(!hasKubectl)('become manifests with the image of an overlay by kubectl kustomize', async () => {
    const render = async (overlay: string) =>
      (await promisify(execFile)('kubectl', ['kustomize', `deploy/kubernetes/example/${overlay}`])).stdout;
    expect(await render('service')).toContain(`image: registry.example/carryover:${version}`);
    expect(await render('migration')).toContain(`image: registry.example/carryover:${version}`);
    expect(await render('service')).not.toMatch(/image: carryover/);
  });
});
