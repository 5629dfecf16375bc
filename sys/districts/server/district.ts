import { statuses } from '@back-office/contract/status.ts';
import type { FastifyInstance } from 'fastify';
import { isId } from '@back-office/contract/resource/field-schema.ts';
import { sql } from 'kysely';
import type { ResourcePart, RouteParts } from '@back-office/server/crud/operations.ts';
import { ok } from '@back-office/server/platform/http/ok.ts';
import { refusedField } from '@back-office/server/platform/http/refusal.ts';
import { guardInUse } from '../../shared/server/guard-in-use.ts';
import { nest } from '../../shared/server/nest.ts';

interface DistrictNode {
  id: string;
  parentId: string | null;
  districtCode: string;
  districtName: string;
  districtLevel: string;
}

const columns = sql`id, parent_id, district_code, district_name, district_short_name, district_level, district_pinyin`;

/** Districts: the tree down to 县, or one node's children (docs/wire.md "Specific calls"). */
export const districtPart: ResourcePart = {
  operations: { write: guardInUse('districtStatus') },
  routes: (app: FastifyInstance, parts: RouteParts) => {
    app.get<{ Querystring: { parentId?: unknown } }>(
      '/api/sys/district/select-tree',
      { config: { right: { resource: 'sys/district', permission: 'read' } } },
      async (request) => {
        const { parentId } = request.query;
        if (parentId === undefined || parentId === '') {
          const { rows } = await sql<DistrictNode>`SELECT ${columns} FROM sys_district
          WHERE district_status = ${sql.lit(statuses.enabled)} AND district_level IN ('省', '市', '县') ORDER BY district_sort NULLS LAST, district_code`.execute(
            parts.db,
          );
          return ok(nest(rows, 'sysDistricts'));
        }
        if (!isId(parentId)) throw refusedField('parentId', '上级地区不是有效的编号');
        const { rows } = await sql<DistrictNode>`SELECT ${columns} FROM sys_district
        WHERE district_status = ${sql.lit(statuses.enabled)} AND parent_id = ${parentId} ORDER BY district_sort NULLS LAST, district_code`.execute(
          parts.db,
        );
        return ok(rows.map((row) => ({ ...row, sysDistricts: [] })));
      },
    );
  },
};
