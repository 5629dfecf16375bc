import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

/* The unit of deploy/, checked by systemd itself if available (scripts/lib/find-systemd.mjs). */
const program = process.env['NODES_SYSTEMD'] ?? '';
const root = join(import.meta.dirname, '../..');
let folder: string;
let unit: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'back-office-unit-'));
  // The product is here, not where the unit expects it.
  unit = (await readFile(join(root, 'deploy/back-office.service'), 'utf8')).replaceAll('/opt/back-office', root);
});
afterAll(() => rm(folder, { recursive: true }));

/** systemd's findings about a unit; most mistakes are only warnings. */
async function complaintsAbout(text: string): Promise<string> {
  const file = join(folder, 'back-office.service');
  await writeFile(file, text);
  const { status, stdout, stderr, error } = spawnSync(program, ['verify', '--man=no', file], { encoding: 'utf8' });
  return `${error?.message ?? ''}${status === 0 ? '' : `exit ${status}\n`}${stdout}${stderr}`;
}

it.skipIf(program === '')('systemd accepts every line of the unit, and finds the program that it starts', async () => {
  expect(await complaintsAbout(unit)).toBe('');
});

it('commands outside of the unit reach its embedded database: the socket is not in the /tmp of its own', () => {
  expect(unit).toMatch(/^PrivateTmp=yes$/m);
  expect(unit).toMatch(/^Environment=TMPDIR=\/run\/back-office$/m);
  expect(unit).toMatch(/^RuntimeDirectory=back-office$/m);
});

it.skipIf(program === '')('a mistake in the unit would be noticed', async () => {
  for (const [right, wrong] of [
    ['Restart=always', 'Restrt=always'],
    ['Type=exec', 'Type=exc'],
    ['SystemCallFilter=@system-service', 'SystemCallFilter=@no-such-group'],
    ['bin/node ', 'bin/nod '],
  ] as const)
    expect(await complaintsAbout(unit.replace(right, () => wrong)), wrong).not.toBe('');
});
