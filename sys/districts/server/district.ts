import { statuses } from '@back-office/contract/status.ts';
import type { FastifyInstance } from 'fastify';
import { isId } from '@back-office/contract/resource/field-schema.ts';
import type { Kysely } from 'kysely';
import type { Tables } from '@back-office/server/platform/database/tables.ts';
import type { ResourcePart, RouteParts } from '@back-office/server/crud/operations.ts';
import { ok } from '@back-office/server/platform/http/ok.ts';
import { refusedField } from '@back-office/server/platform/http/refusal.ts';
import type { district } from '../district.ts';
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
    app.get<{ Querystring: { parentId?: unknown } }>(
      '/api/sys/district/select-tree',
      { config: { right: { resource: 'sys/district', permission: 'read' } } },
      async (request) => {
        const { parentId } = request.query;
        if (parentId === undefined || parentId === '') {
          const tree = enabledDistricts(parts.db).where('districtLevel', 'in', ['省', '市', '县']);
          return ok(nest(await tree.execute(), 'sysDistricts'));
        }
        if (!isId(parentId)) throw refusedField('parentId', '上级地区不是有效的编号');
        const rows = await enabledDistricts(parts.db).where('parentId', '=', parentId).execute();
        return ok(rows.map((row) => ({ ...row, sysDistricts: [] })));
      },
    );
  },
};
