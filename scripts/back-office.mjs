#!/usr/bin/env node
import { ensureInstall } from './lib/ensure-install.mjs';
import { main } from './lib/main.mjs';
import { nodePath } from './lib/pinned-node.mjs';
import { inRoot } from './lib/root.mjs';
import { run } from './lib/run.mjs';

/* `npx back-office new`, `add`, `doctor`: what is done with a company's folder, from where the operator stands. */
await main(async (args) => {
  await ensureInstall();
  return (await run(nodePath(), [inRoot('app/command/main.ts'), ...args], { cwd: process.env.INIT_CWD ?? process.cwd() })).code;
});
