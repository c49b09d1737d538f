/**
 * The files of deploy/: every command, variable, port and path that they name exists in the
 * project, and they agree with each other.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { access, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { parseAllDocuments } from 'yaml';
import { configVariables } from '../service/config.ts';
import { compiled } from './support/compiled.ts';
import { type ComposeFile, mountsOf, readCompose } from './support/compose.ts';
import { contextPaths, type Image, readImage, readStages } from './support/image.ts';
import { filledIn, readDelivered } from './support/nginx.ts';
import { projectFolder } from './support/paths.ts';

/** Variables of the service, of Node, and of the units themselves. */
const variables = [
  ...configVariables,
  'NODE_ENV',
  'ORIGIN',
  'PROBE_CONTACT',
  'PROBE_PLACE',
  'SOURCES',
];

async function assertFollows(words: readonly string[]): Promise<void> {
  await assertRuns('follow', words);
}

const helps = new Map<string, Promise<string>>();

/** Starts each command once. */
function helpOf(command: string): Promise<string> {
  const run = () =>
    promisify(execFile)('node', [compiled('pipeline'), command, '--help'], { cwd: projectFolder });
  const help = helps.get(command) ?? run().then(({ stdout }) => stdout);
  helps.set(command, help);
  return help;
}

/** Fails unless the words run the command of the pipeline with options that it has. */
async function assertRuns(name: string, words: readonly string[]): Promise<void> {
  const [program, script, command = '', ...options] = words;
  assert.deepEqual([program, script, command], ['node', compiled('pipeline'), name]);
  for (const option of options)
    assert.ok((await helpOf(command)).includes(`${option.replace(/=.*/, '')} `), option);
}

function assertVariables(names: readonly string[]): void {
  const wrong = names.filter((name) => !variables.includes(name));
  assert.deepEqual(wrong, []);
}

describe('deploy/Containerfile', () => {
  it('copies what .dockerignore leaves, which is what npm run compile and npm pack read', async () => {
    const context = new Set(await contextPaths());
    const { scripts, files } = JSON.parse(
      await readFile(path.join(projectFolder, 'package.json'), 'utf8'),
    );
    const entries: string[] = scripts.compile.match(/(?<==)[\w/-]+\.ts(?= )/g);
    const packed = (files as string[])
      .map((name) => name.replace(/\/[^/]*\*.*$/, ''))
      .filter((name) => name !== 'dist');
    const copied = (await readStages())
      .flatMap(({ instructions }) => instructions)
      .flatMap(({ name, text }) =>
        name === 'COPY' && !text.startsWith('--from') ? text.split(' ').slice(0, -1) : [],
      );
    const exceptions =
      (await readFile(path.join(projectFolder, '.dockerignore'), 'utf8')).match(/(?<=^!).+$/gm) ??
      [];
    assert.ok(entries.length > 3 && packed.length > 3 && copied.length > 3);
    for (const name of [...entries, ...packed, ...copied, ...exceptions]) {
      assert.ok(context.has(name), `${name} is in the context`);
      const found = copied.some((each) => name === each || name.startsWith(`${each}/`));
      assert.ok(found, `${name} is copied`);
    }
  });
});

describe('deploy/compose.yaml', () => {
  let compose: ComposeFile;
  let image: Image;
  before(async () => {
    compose = await readCompose();
    image = await readImage();
  });

  const servicesOf = (name: RegExp) =>
    Object.entries(compose.services).filter(([each]) => name.test(each));

  it('has an origin, two followers, two services and a front', () => {
    const names = ['origin', 'follower-1', 'service-1', 'follower-2', 'service-2', 'front'];
    assert.deepEqual(Object.keys(compose.services), names);
  });

  it('runs commands and sets variables that exist', async () => {
    for (const [, { command = [] }] of servicesOf(/^follower/)) await assertFollows(command);
    for (const [, { command }] of servicesOf(/^service/))
      assert.equal(command, undefined, 'the command of the image');
    assert.deepEqual(image.command, ['sh', 'deploy/start.sh']);
    for (const [, { environment = {} }] of servicesOf(/^service/))
      assertVariables(Object.keys(environment));
    assertVariables(Object.keys(image.environment));
  });

  it('gives each replica a volume that its follower writes and its service reads', () => {
    for (const at of [1, 2]) {
      const [follower, service] = [
        compose.services[`follower-${at}`],
        compose.services[`service-${at}`],
      ];
      assert.ok(follower && service);
      const target = image.environment.BUILD_DIR;
      assert.deepEqual(mountsOf(follower), [
        { source: `replica-${at}`, target, isReadOnly: false },
      ]);
      assert.deepEqual(mountsOf(service), [
        { source: `replica-${at}`, target, isReadOnly: true },
        { source: `state-${at}`, target: service.environment?.STATE_DIR, isReadOnly: false },
      ]);
      assert.ok(follower.command?.includes(`--build=${target}`));
      assert.ok(`replica-${at}` in compose.volumes);
    }
  });

  it('connects the followers to the origin, the front to the services, and the site to the front', async () => {
    const [, originPort] = /listen (\d+)/.exec(await readDelivered('origin.conf')) ?? [];
    const [, frontPort] = /listen (\d+)/.exec(await readDelivered('nginx.conf')) ?? [];
    for (const [, { command }] of servicesOf(/^follower/)) {
      assert.ok(command?.includes(`--origin=http://origin:${originPort}`));
    }
    const addresses = servicesOf(/^service/).map(
      ([, { networks }]) => networks?.default.ipv4_address,
    );
    const delivered = (await readDelivered('upstream.conf')).replace(/^\s*#.*\n/gm, '');
    const expected = addresses.reduce<string>(
      (text, address, at) =>
        text.replace(`127.0.0.1:${8081 + at}`, `${address}:${image.environment.PORT}`),
      delivered,
    );
    const seen = compose.configs.upstream?.content;
    assert.equal(seen, expected, 'deploy/upstream.conf with the addresses of the services');
    assert.ok(compose.services.front?.ports?.every((port) => port.endsWith(`:${frontPort}`)));
  });

  it('mounts files that exist', async () => {
    const sources = Object.values(compose.services).flatMap((service) =>
      mountsOf(service).map(({ source }) => source),
    );
    const files = sources.filter((source) => source.endsWith('.conf'));
    assert.equal(files.length, 2);
    for (const file of files) await access(path.join(projectFolder, 'deploy', file));
  });

  it('starts again what ends', () => {
    for (const [name, { restart }] of Object.entries(compose.services))
      assert.equal(restart, 'unless-stopped', name);
  });

  it('limits every container', () => {
    for (const [name, service] of Object.entries(compose.services)) {
      assert.equal(service.read_only, true, name);
      assert.deepEqual(service.cap_drop, ['ALL'], name);
      assert.match(service.mem_limit ?? '', /^\d+[mg]$/, name);
    }
  });
});

interface Container {
  readonly name: string;
  readonly command?: readonly string[];
  readonly ports?: readonly { readonly name: string; readonly containerPort: number }[];
  readonly resources: { readonly limits: Readonly<Record<string, string>> };
  readonly securityContext: {
    readonly readOnlyRootFilesystem: boolean;
    readonly allowPrivilegeEscalation: boolean;
  };
  readonly volumeMounts: readonly {
    readonly name: string;
    readonly mountPath: string;
    readonly readOnly?: boolean;
  }[];
}

interface Probe {
  readonly httpGet: { readonly path: string; readonly port: string };
}

interface Ingress {
  readonly from?: readonly object[];
  readonly ports: readonly { readonly port: string }[];
}

interface Objects {
  readonly ConfigMap: { readonly data: Readonly<Record<string, string>> };
  readonly Deployment: {
    readonly spec: {
      readonly template: {
        readonly metadata: { readonly labels: Readonly<Record<string, string>> };
        readonly spec: {
          readonly containers: readonly Container[];
          readonly restartPolicy?: string;
        };
      };
    };
  };
  readonly NetworkPolicy: {
    readonly spec: { readonly podSelector: object; readonly ingress: readonly Ingress[] };
  };
  readonly Service: {
    readonly spec: { readonly ports: readonly { readonly targetPort: string }[] };
  };
}

describe('deploy/nginx.conf', () => {
  const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8';
  const shared = { scheme: 'https', host: 'a.dev', request_uri: '/toolbox/apis' };
  const request = (accept: string, encodings = 'gzip, deflate, br', others = {}) => {
    const headers = { http_accept: accept, http_accept_encoding: encodings };
    return { ...shared, ...headers, ...others };
  };
  let conf = '';
  before(async () => {
    conf = await readDelivered('nginx.conf');
  });
  const valueIn = (pattern: RegExp, of: Readonly<Record<string, string>>) =>
    filledIn(conf, pattern.exec(conf)?.[1] ?? assert.fail(String(pattern)), of);
  const keyOf = (of: Readonly<Record<string, string>>) => valueIn(/proxy_cache_key "(.*)";/, of);

  it('stores an answer for each host, address, encoding and form, and no more', () => {
    const same = [
      [request(browser), request(''), request('*/*'), request('text/html'), request('image/png')],
      [request(browser, 'br;q=1.0, gzip'), request('*/*', 'GZIP;q=0.5,BR')],
      [request(browser, 'gzip'), request(browser, 'gzip, br;q=0'), request('', 'gzip, xbr')],
      [request(browser, ''), request(browser, 'identity'), request('', 'gzip;q=0, br;q=0.0')],
    ];
    const others = [
      ...[request('text/markdown'), request('application/json'), request('text/csv')],
      ...[request('text/*'), request('text/markdown, text/html'), request('TEXT/MARKDOWN')],
      request('text/html;q=0.1, text/markdown'),
      request(browser, 'br', { host: 'b.dev' }),
      request(browser, 'br', { request_uri: '/toolbox/apis?page=2' }),
      request(browser, 'br', { scheme: 'http' }),
    ];
    for (const [first, ...rest] of same)
      for (const other of rest) assert.equal(keyOf(other), keyOf(first ?? other));
    // The second group is encoded as the first one.
    const keys = [...same.flatMap(([first]) => first ?? []), ...others].map(keyOf);
    assert.equal(new Set(keys).size, keys.length - 1);
  });

  it('passes on what the key is made of, and stores no address with parameters of trackers', () => {
    const of = request('text/markdown', 'deflate, gzip');
    assert.equal(valueIn(/proxy_set_header Accept (.*);/, of), 'text/markdown');
    assert.equal(valueIn(/proxy_set_header Accept-Encoding (.*);/, of), 'gzip');
    assert.equal(valueIn(/proxy_set_header Host (.*);/, of), 'a.dev');
    for (const [args, isTracked] of [
      ...([
        ['', 0],
        ['page=2', 0],
        ['a_b=1', 0],
        ['utm=1', 0],
      ] as const),
      ...([
        ['utm_source=x', 1],
        ['page=2&utm_id=1', 1],
        ['a=1&_ga=2', 1],
      ] as const),
    ])
      for (const setting of [/proxy_cache_bypass (.*);/, /proxy_no_cache (.*);/])
        assert.equal(valueIn(setting, { args }), String(isTracked), args);
  });

  it('answers its errors in the shape of the address, and with the id of the request', () => {
    const bodyOf = (request_uri: string, status: string) =>
      valueIn(/return 200 (\$errorBody);/, { request_uri, status });
    for (const address of ['/api/offers', '/networks/a/api/x?y=/b', '/data/x', '/mcp', '/mcp?a'])
      for (const status of ['400', '405', '413', '414', '431', '502', '504'])
        assert.ok('error' in JSON.parse(bodyOf(address, status)), `${address} ${status}`);
    for (const address of ['/', '/apis', '/?q=/api/', '/providers/mcp-x', '/dataset'])
      assert.match(bodyOf(address, '502'), /^<!doctype html>.*Error 502/);
    const ids = { request_id: 'own', upstream_http_x_request_id: 'first' };
    const idOf = (cache: string) =>
      valueIn(/add_header X-Request-Id (.*) always;/, { ...ids, upstream_cache_status: cache });
    assert.deepEqual(
      ['HIT', 'STALE', 'UPDATING', 'REVALIDATED', 'MISS', 'BYPASS', 'EXPIRED', ''].map(idOf),
      ['own', 'own', 'own', 'own', 'first', 'first', 'first', 'first'],
    );
  });
});

describe('deploy/kubernetes.yaml', () => {
  let objects: Objects;
  let containers: readonly Container[];
  let image: Image;
  before(async () => {
    const text = await readFile(path.join(projectFolder, 'deploy/kubernetes.yaml'), 'utf8');
    const documents = parseAllDocuments(text).map((document) => document.toJS());
    objects = Object.fromEntries(documents.map((each) => [each.kind, each])) as unknown as Objects;
    containers = objects.Deployment.spec.template.spec.containers;
    image = await readImage();
  });

  it('runs the follower beside the service, with commands and variables that exist', async () => {
    const names = containers.map(({ name }) => name);
    assert.deepEqual(names, ['service', 'follower']);
    await assertFollows(containers[1]?.command ?? []);
    assertVariables(Object.keys(objects.ConfigMap.data));
    assert.ok(
      containers[1]?.command?.includes('--origin=$(ORIGIN)') && 'ORIGIN' in objects.ConfigMap.data,
    );
  });

  it('probes the routes for operators, and publishes only the port of the site', () => {
    const [service] = containers;
    const ports = Object.fromEntries(
      service?.ports?.map(({ name, containerPort }) => [name, containerPort]) ?? [],
    );
    assert.deepEqual(ports, {
      http: Number(image.environment.PORT),
      admin: Number(image.environment.ADMIN_PORT),
    });
    const probes = service as unknown as Readonly<Record<string, Probe>>;
    const probed = ['startupProbe', 'livenessProbe', 'readinessProbe'].map(
      (name) => probes[name]?.httpGet,
    );
    const [alive, ready] = ['/healthz', '/readyz'].map((each) => ({ path: each, port: 'admin' }));
    assert.deepEqual(probed, [alive, alive, ready]);
    const targetPorts = objects.Service.spec.ports.map(({ targetPort }) => targetPort);
    assert.deepEqual(targetPorts, ['http']);
  });

  it('admits everyone to the site, and to the admin port only who monitors', () => {
    const { podSelector, ingress } = objects.NetworkPolicy.spec;
    assert.deepEqual(podSelector, {
      matchLabels: objects.Deployment.spec.template.metadata.labels,
    });
    const sourcesOf = (name: string) =>
      ingress.filter(({ ports }) => ports.some(({ port }) => port === name));
    const froms = sourcesOf('http').map(({ from }) => from);
    assert.deepEqual(froms, [undefined]);
    const namespaceSelector = { matchLabels: { 'kubernetes.io/metadata.name': 'monitoring' } };
    const found = sourcesOf('admin').map(({ from }) => from);
    assert.deepEqual(found, [[{ namespaceSelector }]]);
  });

  it('starts again what ends, and keeps the number of restarts', () => {
    // The default of a Deployment, and the only one that it allows.
    assert.equal(objects.Deployment.spec.template.spec.restartPolicy ?? 'Always', 'Always');
    const [service] = containers;
    const mount = service?.volumeMounts.find(
      ({ mountPath }) => mountPath === objects.ConfigMap.data.STATE_DIR,
    );
    assert.ok(mount !== undefined && mount.readOnly !== true);
  });

  it('has limits, a read-only root, and a folder that only the follower may write', () => {
    for (const { resources, securityContext, name } of containers) {
      assert.deepEqual(Object.keys(resources.limits), ['cpu', 'memory'], name);
      assert.equal(securityContext.readOnlyRootFilesystem, true, name);
      assert.equal(securityContext.allowPrivilegeEscalation, false, name);
    }
    const data = containers.map(({ volumeMounts }) =>
      volumeMounts.find(({ name }) => name === 'data'),
    );
    const mountPath = image.environment.BUILD_DIR;
    assert.deepEqual(data, [
      { name: 'data', mountPath, readOnly: true },
      { name: 'data', mountPath },
    ]);
    assert.ok(containers[1]?.command?.includes(`--build=${mountPath}`));
  });
});

describe('systemd units of deploy/', () => {
  const readUnit = async (name: string) => {
    const text = await readFile(path.join(projectFolder, 'deploy', name), 'utf8');
    const values = (key: string) =>
      [...text.matchAll(new RegExp(`^${key}=(.*)$`, 'gm'))].map(([, value = '']) => value);
    return { text, values };
  };

  it('run commands and set variables that exist', async () => {
    for (const name of ['directory-follow.service', 'directory-follow-once.conf']) {
      const commands = (await readUnit(name))
        .values('ExecStart')
        .filter((command) => command !== '');
      assert.equal(commands.length, 1, name);
      await assertFollows(commands[0]?.replace('/usr/bin/env ', '').split(' ') ?? []);
    }
    for (const name of ['directory.service', 'directory-follow.service']) {
      const set = (await readUnit(name)).values('Environment').flatMap((value) => value.split(' '));
      assertVariables(set.map((each) => each.replace(/=.*/, '')));
    }
  });

  it('have a user of their own, no rights, and few calls of the system', async () => {
    const units = (await readdir(path.join(projectFolder, 'deploy'))).filter((name) =>
      name.endsWith('.service'),
    );
    assert.equal(units.length, 4);
    for (const name of units) {
      const { values } = await readUnit(name);
      const of = (...keys: readonly string[]) => keys.flatMap(values);
      assert.deepEqual(of('NoNewPrivileges', 'ProtectSystem'), ['yes', 'strict'], name);
      assert.deepEqual(of('CapabilityBoundingSet', 'AmbientCapabilities'), ['', ''], name);
      const filters = ['@system-service', '~@privileged @resources @keyring'];
      assert.deepEqual(of('SystemCallFilter'), filters, name);
      assert.notEqual(of('User', 'DynamicUser').join(), '', name);
    }
  });

  it('start again what ends, and keep the number of restarts', async () => {
    for (const name of ['directory.service', 'directory-follow.service']) {
      assert.deepEqual((await readUnit(name)).values('Restart'), ['always'], name);
    }
    const { text, values } = await readUnit('directory.service');
    assert.ok(text.includes(`STATE_DIR=/run/${values('RuntimeDirectory')[0]}`));
    assert.deepEqual(values('RuntimeDirectoryPreserve'), ['restart']);
  });

  it('follow into the folder that the service reads', async () => {
    const folderOf = async (name: string) =>
      /BUILD_DIR=(\S+)/.exec((await readUnit(name)).text)?.[1];
    const folder = await folderOf('directory.service');
    assert.equal(await folderOf('directory-follow.service'), folder);
    assert.deepEqual((await readUnit('directory-follow.service')).values('ReadWritePaths'), [
      folder,
    ]);
  });
});

describe('files of deploy/ that build and probe', () => {
  const read = (name: string) => readFile(path.join(projectFolder, 'deploy', name), 'utf8');
  const valuesOf = (text: string, key: string) =>
    [...text.matchAll(new RegExp(`^ *(?:- )?${key}[=:] ?(.*)$`, 'gm'))].map(
      ([, value = '']) => value,
    );

  it('run probes and then a build, in the folder of the service', async () => {
    const unit = await read('directory-probe.service');
    const [probe = '', build = ''] = valuesOf(unit, 'ExecStart').map((command) =>
      command.replace('/usr/bin/env ', ''),
    );
    await assertRuns('probe', probe.split(' '));
    await assertRuns('build', build.split(' '));
    const [, folder] = /BUILD_DIR=(\S+)/.exec(await read('directory.service')) ?? [];
    assert.deepEqual(valuesOf(unit, 'ReadWritePaths'), [folder]);
    assertVariables(
      valuesOf(unit, 'Environment').flatMap((value) =>
        value.split(' ').map((each) => each.replace(/=.*/, '')),
      ),
    );
    assert.match(await read('directory-probe.timer'), /^OnCalendar=/m);
  });

  it('pull the sources and build them, in the folder of the service', async () => {
    const unit = await read('directory-build.service');
    const [build = ''] = valuesOf(unit, 'ExecStart').map((command) =>
      command.replace('/usr/bin/env ', ''),
    );
    await assertRuns('build', build.split(' '));
    const [, folder] = /BUILD_DIR=(\S+)/.exec(await read('directory.service')) ?? [];
    assert.deepEqual(valuesOf(unit, 'ReadWritePaths'), [`${folder} /srv/directory/sources`]);
    assert.match(valuesOf(unit, 'ExecStartPre').join(), /git -C \$\{SOURCES\} pull --ff-only/);
    assert.match(await read('directory-build.timer'), /^OnCalendar=hourly$/m);
  });

  it('probe in a container without rights, and with a contact', async () => {
    const [document] = parseAllDocuments(await read('compose.probe.yaml'));
    const { probe } = document?.toJS().services ?? {};
    await assertRuns('probe', probe.command);
    assert.deepEqual([probe.read_only, probe.cap_drop], [true, ['ALL']]);
    assertVariables(Object.keys(probe.environment));
  });

  it('name the code of others by commit, in workflows and in the documents', async () => {
    const documents = [
      '../action.yml',
      ...(await readdir(path.join(projectFolder, 'docs'))).map((name) => `../docs/${name}`),
    ];
    const names = [...documents, 'probe-workflow.yml'].filter((name) => /\.(?:md|yml)$/.test(name));
    const texts = await Promise.all(names.map(read));
    const used = texts.flatMap((text) =>
      valuesOf(text, 'uses').filter((action) => action.includes('@')),
    );
    assert.ok(used.length > 4);
    for (const action of used) assert.match(action, /@(?:[0-9a-f]{40} # v\d+\.\d+\.\d+|<commit>)$/);
    for (const text of texts)
      assert.equal(valuesOf(text, 'repository').length, valuesOf(text, 'ref').length);
  });

  it('probe in a workflow, and report what contradicts the sources', async () => {
    const commands = valuesOf(await read('probe-workflow.yml'), 'run').filter((command) =>
      command.startsWith('node '),
    );
    const words = commands.map((command) =>
      command.replace('.web3-directory/', '').replace(/ >.*/, '').split(' '),
    );
    await assertRuns('probe', words[0] ?? []);
    await assertRuns('check', words[1] ?? []);
  });
});
