import type { ShellFeature } from '@back-office/web/shell/routing/shell-feature.ts';
import { accountShell } from './account/shell.ts';
import { apiDocsShell } from './api-docs/shell.ts';
import { assistantsShell } from './assistants/shell.ts';
import { exportsShell } from './exports/shell.ts';
import { homeShell } from './home/shell.ts';
import { noticesShell } from './notices/shell.ts';
import { searchShell } from './search/shell.ts';
import { statusShell } from './status/shell.ts';
import { usersShell } from './users/shell.ts';

/** What the features of this module put into the shell; those that `module.ts` leaves out put nothing there. */
export const sysShell: readonly ShellFeature[] = [
  homeShell,
  accountShell,
  exportsShell,
  apiDocsShell,
  assistantsShell,
  noticesShell,
  searchShell,
  usersShell,
  statusShell,
];
