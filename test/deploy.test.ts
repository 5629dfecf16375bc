import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DCLinter } from 'dclint';
import { validate } from 'dockerfile-utils';
import { expect, it } from 'vitest';

/* Checks of deploy/ that need no container: the linters of its files, and whether the names in them exist. */
const root = join(import.meta.dirname, '..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const dockerfile = read('deploy/Dockerfile');
const product = JSON.parse(read('package.json')) as { version: string; devDependencies: { node: string } };

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
