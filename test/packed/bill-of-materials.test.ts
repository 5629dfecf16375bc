import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const product = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { name: string; version: string };

it('the bill of materials lists the product and its components, but no development tools', () => {
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
