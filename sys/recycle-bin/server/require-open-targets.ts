import { labelName } from '@back-office/contract/resource/field.ts';
import { baseFields } from '@back-office/contract/resource/resource.ts';
import { textOf } from '@back-office/contract/resource/text-of.ts';
import type { Context } from '@back-office/server/crud/context.ts';
import { selectableIn } from '@back-office/server/crud/selectable-in.ts';
import { conflict } from '@back-office/server/platform/http/refusal.ts';
import { sql } from 'kysely';
import type { Restored } from './require-dict-values.ts';

/** What cannot be disabled while records refer to it (`guardInUse`). */
const kept: readonly string[] = ['sys/org', 'sys/dept', 'sys/district'];

/**
 * Refuses with 40900 if a restored record refers to an organisation, department or district that was disabled meanwhile. Others may be disabled in use,
 * such as people who left or a company's suppliers. Call it after restoring all records, in the same transaction.
 */
export async function requireOpenTargets({ db, resourceOf }: Context, restored: Restored): Promise<void> {
  for (const [resource, rows] of restored) {
    for (const [name, field] of Object.entries(resource.fields)) {
      if (field.kind !== 'reference' || !kept.includes(field.to) || Object.hasOwn(baseFields, name)) continue;
      const target = resourceOf(field.to);
      const [open, ids] = [selectableIn(target), rows.flatMap(({ [name]: id }) => (typeof id === 'string' ? [id] : []))];
      if (open.length === 0 || ids.length === 0) continue;
      const found = await sql<{ id: string }>`
        SELECT t.id FROM ${sql.table(target.table)} t WHERE t.id = ANY(${ids}::uuid[]) AND NOT (${sql.join(open, sql` AND `)}) LIMIT 1`.execute(
        db,
      );
      const row = rows.find(({ [name]: id }) => id === found.rows[0]?.id && id !== undefined);
      if (row === undefined) continue;
      const [own, its] = [textOf(row[resource.label]), textOf(row[labelName(name)])];
      throw conflict({ conflict: 'reference', uses: [] }, `不能恢复“${own}”：它的${field.label}“${its}”已停用`);
    }
  }
}
