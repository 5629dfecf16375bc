import type { Field } from '@back-office/contract/resource/field.ts';
import { baseFields, type Resource } from '@back-office/contract/resource/resource.ts';
import { sql } from 'kysely';
import { targetOf } from '../columns.ts';
import type { Context } from '../context.ts';
import { snake } from '../../platform/database/snake.ts';
import { conflict } from '../../platform/http/refusal.ts';
import { reachedDeleted } from './reached-deleted.ts';

interface Lacking {
  name: string;
  /** The label of the deleted target, if the recycle bin still holds it and the user reached it. */
  target: string | null;
}

/** Refuses with 40900 unless everything that the kept records refer to exists or is restored with them. */
export async function requireTargets(context: Context, resource: Resource, ids: readonly string[]): Promise<void> {
  for (const [field, declared] of Object.entries(resource.fields)) {
    // Who created a record is history and may be deleted.
    if (Object.hasOwn(baseFields, field) || declared.kind === 'references') continue;
    const target = targetOf(resource, declared, context.resourceOf);
    if (target === undefined) continue;
    const { rows } = await sql<Lacking>`
      SELECT k.recycle_name AS name, (SELECT g.recycle_name FROM sys_recycle g WHERE g.target_id = x.ref AND ${reachedDeleted(context, target, sql`x.ref`)}) AS target
      FROM sys_recycle k, LATERAL (SELECT (k.content -> 'row' ->> ${snake(field)})::uuid AS ref) x
      WHERE k.id = ANY(${ids}::uuid[]) AND NOT EXISTS (SELECT FROM ${sql.table(target.table)} o WHERE o.id = x.ref)
        AND x.ref IS NOT NULL AND NOT EXISTS (SELECT FROM sys_recycle o WHERE o.id = ANY(${ids}::uuid[]) AND o.target_id = x.ref)
      LIMIT 1`.execute(context.db);
    if (rows[0] !== undefined) throw conflict({ conflict: 'reference', uses: [] }, messageOf(rows[0], declared, target));
  }
}

const messageOf = ({ name, target }: Lacking, { label }: Field, { title }: Resource): string =>
  target === null ? `不能恢复“${name}”：它的${label}已不存在` : `不能恢复“${name}”：它的${label}“${target}”已被删除，请先恢复该${title}`;
