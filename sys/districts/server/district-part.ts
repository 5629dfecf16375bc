import { statuses } from '@back-office/contract/status.ts';
import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import type { Tables } from '@back-office/server/platform/database/tables.ts';
import type { ResourcePart, RouteParts } from '@back-office/server/crud/operations.ts';
import { ok } from '@back-office/server/platform/http/ok.ts';
import { readAs } from '@back-office/server/platform/http/read-as.ts';
import type { district } from '../district.ts';
import { districtTreeShape } from './district-tree-shape.ts';
import { guardInUse } from '../../shared/server/guard-in-use.ts';
import { nest } from '../../shared/server/nest.ts';

const enabledDistricts = (db: Kysely<Tables>) =>
  db
    .selectFrom('sys_district')
    .select(['id', 'parentId', 'districtCode', 'districtName', 'districtShortName', 'districtLevel', 'districtPinyin'])
    .where('districtStatus', '=', statuses.enabled)
    .orderBy('districtSort', (order) => order.asc().nullsLast())
    .orderBy('districtCode');

/** Districts: the tree down to 县, or one node's children (docs/wire.md "Specific calls"). */
export const districtPart: ResourcePart = {
  operations: { write: guardInUse<typeof district>('districtStatus') },
  routes: (app: FastifyInstance, parts: RouteParts) => {
    app.get(
      '/api/sys/district/select-tree',
      { config: { right: { resource: 'sys/district', permission: 'read' }, shape: districtTreeShape } },
      async (request) => {
        const { parentId } = readAs(districtTreeShape.query, request.query);
        if (parentId === undefined || parentId === '') {
          const tree = enabledDistricts(parts.db).where('districtLevel', 'in', ['省', '市', '县']);
          return ok(nest(await tree.execute(), 'sysDistricts'));
        }
        const rows = await enabledDistricts(parts.db).where('parentId', '=', parentId).execute();
        return ok(rows.map((row) => ({ ...row, sysDistricts: [] })));
      },
    );
  },
};
