import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/* What belongs to a release: its version is written down once, and what it says of itself is there. */
const root = join(import.meta.dirname, '..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const product = JSON.parse(read('package.json')) as { name: string; version: string; license: string };

it('the newest entry of CHANGELOG.md is of the version of the product', () => {
  expect(/^## (\S+)/m.exec(read('CHANGELOG.md'))?.[1]).toBe(product.version);
});

it('the licence that README.md and package.json name is there', () => {
  expect(product.license).toBe('MIT');
  expect(read('README.md')).toContain('[MIT licence](LICENSE)');
  expect(read('LICENSE')).toMatch(/^MIT License\n/);
});

it('the bill of materials names the product and what it is made of, and no tool of ours', () => {
  const folder = mkdtempSync(join(tmpdir(), 'back-office-sbom-'));
  try {
    const file = join(folder, 'bill.json');
    execFileSync(process.execPath, [join(root, 'scripts/sbom.mjs'), file], { stdio: 'ignore' });
    const bill = JSON.parse(readFileSync(file, 'utf8')) as {
      bomFormat: string;
      metadata: { component: { name: string; version: string } };
      components: { name: string }[];
    };
    expect(bill.bomFormat).toBe('CycloneDX');
    expect(bill.metadata.component).toMatchObject({ name: product.name, version: product.version });
    const names = new Set(bill.components.map(({ name }) => name));
    expect(['fastify', 'pg', 'antd', 'vitest', 'oxlint'].filter((name) => names.has(name))).toEqual(['fastify', 'pg', 'antd']);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
