#!/usr/bin/env node
import { existsSync } from 'node:fs';
import { ourFile, packed } from '../app/loading/office-place.mjs';
import { ensureInstall } from './lib/ensure-install.mjs';
import { main } from './lib/main.mjs';
import { nodePath } from './lib/pinned-node.mjs';
import { run } from './lib/run.mjs';

/*
 * `npx back-office …`: the scripts that a checkout runs by npm, under the same names, and the commands on a company's folder
 * (`new`, `add`, `doctor`), run in the operator's current folder.
 */
const [command] = process.argv.slice(2);
if (['start', 'dev', 'check', 'test', 'upgrade', 'pack'].includes(command)) {
  process.argv.splice(2, 1);
  await import(`./${command}.mjs`);
} else if (['backup', 'restore', 'migrate', 'move', 'open-password'].includes(command)) await import('./data.mjs');
else if (['codemods', 'rehearse'].includes(command)) await import('./rehearse.mjs');
else
  await main(async (args) => {
    await ensureInstall({ serving: true });
    // A package serves the current folder.
    if (packed && existsSync('office.ts')) process.env.OFFICE ??= process.cwd();
    return (await run(nodePath(), [ourFile('app/command/main.ts'), ...args], { cwd: process.env.INIT_CWD ?? process.cwd() })).code;
  });
