import type { ServerFeature } from '@back-office/server/office/server-feature.ts';
import type { dept } from './dept.ts';
import { guardInUse } from '../shared/server/guard-in-use.ts';

/** Departments on the server: none in use is disabled. */
export const deptsServer: ServerFeature = {
  name: 'depts',
  parts: () => ({ 'sys/dept': { operations: { write: guardInUse<typeof dept>('deptStatus') } } }),
};
