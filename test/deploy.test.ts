import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { DCLinter } from 'dclint';
import { validate } from 'dockerfile-utils';
import { expect, it } from 'vitest';

/* Checks of deploy/ that need no container: the linters of its files, and whether the names in them exist. */
const root = join(import.meta.dirname, '..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const dockerfile = read('deploy/Dockerfile');
const product = JSON.parse(read('package.json')) as {
  version: string;
  devDependencies: { node: string };
  scripts: Readonly<Record<string, string>>;
};
/** What the Dockerfile copies from the project into the image. */
const copied = [...dockerfile.slice(dockerfile.lastIndexOf('\nFROM ')).matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(
  ([, sources = '']) => sources.split(' '),
);

it('the Dockerfile is valid', () => {
  expect(validate(dockerfile)).toEqual([]);
});

it('the Dockerfile copies only from existing files and stages', () => {
  const stages = [...dockerfile.matchAll(/^FROM \S+ AS (\S+)$/gm)].map(([, name]) => name);
  const copies = [...dockerfile.matchAll(/^COPY (?:--from=(\S+) )?(.+) \S+$/gm)];
  expect(copies.length).toBeGreaterThan(1);
  for (const [, stage, sources = ''] of copies) {
    if (stage !== undefined) expect(stages).toContain(stage);
    else for (const source of sources.split(' ')) expect(existsSync(join(root, source)), source).toBe(true);
  }
});

it('containers and the unit run an existing program on the pinned Node, in the product’s version', () => {
  for (const [, tag] of dockerfile.matchAll(/^FROM node:(\S+)/gm)) expect(tag).toBe(`${product.devDependencies.node}-bookworm-slim`);
  const versions = `${dockerfile}\n${read('deploy/compose.yaml')}`.matchAll(/back-office:(\S+)/g);
  expect(new Set([...versions].map(([, version]) => version))).toEqual(new Set([product.version]));
  const [, inContainer = ''] = /^CMD \["node", "([^"]+)"\]$/m.exec(dockerfile) ?? [];
  const [, inUnit = ''] = /^ExecStart=\S+\/node (\S+)$/m.exec(read('deploy/back-office.service')) ?? [];
  expect([inContainer, inUnit]).toEqual(['app/server/serve.mjs', 'app/server/serve.mjs']);
  expect(existsSync(join(root, inContainer))).toBe(true);
});

interface Complaint {
  readonly rule: string;
  readonly category: string;
  readonly message: string;
}

/** The linter's findings for a compose file, without its preferred order of keys. */
function issuesOf(compose: string): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'back-office-compose-'));
  try {
    writeFileSync(join(folder, 'compose.yaml'), compose);
    // nginx is public on purpose.
    const linter = new DCLinter({ rules: { 'no-unbound-port-interfaces': 0 }, quiet: true, debug: false, exclude: [] });
    const results: { messages: Complaint[] }[] = linter.lintFiles([join(folder, 'compose.yaml')], false);
    const found = results.flatMap(({ messages }) => messages);
    return found.filter(({ rule, category }) => rule === 'invalid-schema' || category !== 'style').map(({ message }) => message);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

it('the compose file is valid, and a mistake in it would be noticed', () => {
  const compose = read('deploy/compose.yaml');
  expect(issuesOf(compose)).toEqual([]);
  for (const [right, wrong] of [
    ['image: nginx', 'imagee: nginx'],
    ['interval: 5s', 'interval: [5]'],
    ['services:', 'service:'],
  ] as const)
    expect(issuesOf(compose.replace(right, wrong)), wrong).not.toEqual([]);
});

it('what the compose file mounts from deploy/ exists, and so does what nginx.conf includes', () => {
  const mounts = [...read('deploy/compose.yaml').matchAll(/^ +- \.\/([\w.-]+\.conf):\/etc\/nginx\/([\w.-]+):ro$/gm)];
  for (const [, file = ''] of mounts) expect(existsSync(join(root, 'deploy', file)), file).toBe(true);
  const included = [...read('deploy/nginx.conf').matchAll(/^ *include (\S+);$/gm)].map(([, file]) => file);
  expect(included).toEqual(['nodes.conf']);
  expect(mounts.map(([, , place]) => place)).toEqual(['nginx.conf', ...included]);
  expect(existsSync(join(root, 'deploy', included[0] ?? ''))).toBe(true);
});

interface Locked {
  readonly resolved?: string;
  readonly link?: boolean;
  readonly dev?: boolean;
}

/** The folder of an image: the files that the Dockerfile copies, and the packages that `npm ci --omit=dev` leaves there. */
function makeImage(): string {
  const image = realpathSync(mkdtempSync(join(tmpdir(), 'back-office-image-')));
  const isOurs = (path: string): boolean => !['node_modules', 'dist'].includes(basename(path));
  for (const source of copied) cpSync(join(root, source), join(image, source), { recursive: true, filter: isOurs });
  const { packages } = JSON.parse(read('package-lock.json')) as { packages: Readonly<Record<string, Locked>> };
  const isDev = ({ dev, resolved }: Locked): boolean => dev === true || packages[resolved ?? '']?.dev === true;
  const places = Object.keys(packages).filter((place) => place !== '' && !isDev(packages[place] ?? {}) && existsSync(join(root, place)));
  for (const place of places) {
    // It came with what it is nested in.
    if (existsSync(join(image, place))) continue;
    mkdirSync(dirname(join(image, place)), { recursive: true });
    const { link, resolved = '' } = packages[place] ?? {};
    symlinkSync(link === true ? resolve(image, resolved) : join(root, place), join(image, place), 'junction');
  }
  // npm lists the folders of development too, but makes no links to them.
  const listed = [...places, ...Object.keys(packages).filter((place) => place !== '' && !place.includes('node_modules'))];
  const installed = Object.fromEntries(listed.map((place) => [place, packages[place]]));
  writeFileSync(join(image, 'node_modules/.package-lock.json'), JSON.stringify({ packages: installed }));
  return image;
}

it('each command on the data of docs/operating.md runs in the image, which installs nothing', () => {
  const named = new Set([...read('docs/operating.md').matchAll(/npm run ([\w-]+)/g)].map(([, name = '']) => name));
  const commands = [...named].filter((name) => product.scripts[name]?.startsWith('node scripts/data.mjs '));
  expect(commands.sort()).toEqual(['backup', 'migrate', 'move', 'open-password', 'restore']);
  const image = makeImage();
  try {
    const { PATH, NODE_COMPILE_CACHE } = process.env;
    const env = { PATH, NODE_COMPILE_CACHE, NODE_ENV: 'production', npm_config_offline: 'true', DATA_DIR: join(image, 'none') };
    const run = (line = '') =>
      spawnSync(process.execPath, [...line.split(' ').slice(1), 'a', 'b', 'c'], { cwd: image, env, encoding: 'utf8' });
    // Too many arguments: the usage comes from the program behind. The other commands run the same script.
    expect(run(product.scripts['open-password']).stderr).toMatch(/^Usage: npm run /);
    // npx would write its cache, where a node may write nothing.
    const [, doctor] = /exec node1 (.* doctor)$/m.exec(read('deploy/README.md')) ?? [];
    expect(doctor).toBe('node scripts/back-office.mjs doctor');
    expect(run(doctor).stderr).toMatch(/^Usage:\n {2}npx back-office new/);
    expect(existsSync(join(image, '.cache'))).toBe(false);
  } finally {
    rmSync(image, { recursive: true });
  }
}, 60_000);

it('the unit may write to the folder for backups that docs/operating.md names', () => {
  expect(read('docs/operating.md')).toContain('/backups/');
  expect(read('deploy/back-office.service')).toMatch(/^ProtectSystem=strict$[^]*^ReadWritePaths=-\/backups$/m);
});
