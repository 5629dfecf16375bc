import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Grant } from '../platform/http/right.ts';

/** One reviewed line of rights-table.txt. */
export interface TableRow {
  route: string;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  url: string;
  right: 'public' | 'session' | 'own' | Grant[];
}

/** Reads the reviewed table of every route and its right. */
export function readRightsTable(): TableRow[] {
  const text = readFileSync(join(import.meta.dirname, 'rights-table.txt'), 'utf8');
  return text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map(readRow);
}

function readRow(line: string): TableRow {
  const [, method = '', url = '', words = ''] = /^(\S+)\s+(\S+)\s+(.+)$/.exec(line) ?? [];
  const right = words === 'public' || words === 'session' || words === 'own' ? words : words.split(', ').map(readGrant);
  return { route: `${method} ${url}`, method: method as TableRow['method'], url, right };
}

function readGrant(words: string): Grant {
  const [resource = '', permissions = ''] = words.split(' ');
  return { resource, permission: permissions.split('|') };
}
