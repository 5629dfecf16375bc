import { join } from 'node:path';
import { build, type Rolldown } from 'vite';
import { describe, expect, it } from 'vitest';
import { officePlugin } from './office-plugin.ts';
import { checkout, findOffice } from './office-place.mjs';
import { writeOffice } from './testing/write-office.ts';

/** The scripts that are built for a page of this company, without writing a file. */
async function buildOf(web: string, files: Readonly<Record<string, string>> = {}): Promise<string> {
  const folder = await writeOffice({ ...files, 'web.tsx': web });
  const place = findOffice(folder);
  if (place === undefined) throw new Error('No office was found');
  const made = (await build({
    configFile: false,
    root: checkout,
    logLevel: 'silent',
    plugins: [officePlugin(place, { inBrowser: true })],
    build: { write: false, minify: false, rolldownOptions: { input: join(folder, 'web.tsx'), preserveEntrySignatures: 'strict' } },
  })) as Rolldown.RolldownOutput;
  return made.output.flatMap((file) => (file.type === 'chunk' ? [file.code] : [])).join('\n');
}

describe('the browser part of an office', () => {
  it('finds the entries and libraries of the product, and bundles only what it imports from an entry', async () => {
    const code = await buildOf(`import { useState } from 'react';
import { formatBytes } from 'back-office/web';
export const web = [useState, formatBytes(1), <b key="1" />];
`);
    expect(code).toContain('function formatBytes');
    expect(code).toContain('useState');
    expect(code).not.toContain('ant-');
  });

  it('learns which features of the product the office leaves out before the office itself is loaded', async () => {
    const office = "import { leaveOut, sys } from 'back-office/contract';\nexport const modules = [leaveOut(sys, 'sms')];\n";
    const code = await buildOf("export { late } from '#office/left-out';", { 'office.ts': office });
    expect(code).toContain('"1 sms"');
    expect(code).not.toContain('sys/sms');
  });

  it('cannot import what runs on the server only', async () => {
    await expect(buildOf("import { ok } from 'back-office/server';\nexport const web = [ok];")).rejects.toThrow(
      /web\.tsx imports back-office\/server, which runs on the server only/,
    );
  });

  it('cannot import what the product does not export', async () => {
    await expect(buildOf("import '@back-office/sys/module.ts';\nexport const web = [];")).rejects.toThrow(
      /imports @back-office\/sys\/module\.ts, which is not handed out/,
    );
  });
});
