import { declaredTable, type TableSpec, type TablesOf } from '@back-office/server/platform/database/table-spec.ts';
import { claimRule } from '../claim-rule.ts';

/** Rules on claims. */
export const claimRuleTables = {
  sys_claim_rule: declaredTable(claimRule, { labelPinyin: 'text?' }),
} as const satisfies Record<string, TableSpec>;

declare module '@back-office/server/platform/database/tables.ts' {
  interface Tables extends TablesOf<typeof claimRuleTables> {}
}
