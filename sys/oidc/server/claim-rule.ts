import { isRecord } from '@back-office/contract/is-record.ts';
import type { ResourcePart } from '@back-office/server/crud/operations.ts';
import { ok } from '@back-office/server/platform/http/ok.ts';
import { recordOf } from '@back-office/server/platform/http/record-of.ts';
import { refusedField } from '@back-office/server/platform/http/refusal.ts';
import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import type { Tables } from '@back-office/server/platform/database/tables.ts';
import { claimRule } from '../claim-rule.ts';
import type { ClaimTrial } from '../claim-trial.ts';
import { claimsOf } from './claims-of.ts';
import { fittingRules } from './fitting-rules.ts';

/** Rules are as the pattern has them; what one may give is asked when it gives, of whoever wrote it last. */
export const claimRulePart: ResourcePart = { routes: (app, { db }) => trialRoute(app, db) };

/** POST trial: what somebody would get of whom the other side says this; nobody gets anything. */
function trialRoute(app: FastifyInstance, db: Kysely<Tables>): void {
  const config = { right: { resource: claimRule.name, permission: 'read' }, summary: '试算：符合这些声明的人会得到什么' } as const;
  app.post('/api/sys/claim-rule/trial', { config }, async (request) => {
    const { loginMethod, claims } = recordOf(request.body);
    if (typeof loginMethod !== 'string' || loginMethod === '') throw refusedField('loginMethod', '请填写登录方式');
    if (!isRecord(claims)) throw refusedField('claims', '声明应为 JSON 对象，例如 {"groups": ["hr"]}');
    return ok(await trialOf(db, loginMethod, claims));
  });
}

async function trialOf(db: Kysely<Tables>, way: string, said: Readonly<Record<string, unknown>>): Promise<ClaimTrial> {
  const rules = await fittingRules(db, way, claimsOf(said));
  const idsOf = (kept: typeof rules) => [...new Set(kept.flatMap(({ sysRoleId }) => sysRoleId ?? []))];
  const given = idsOf(rules.filter(({ fits }) => fits));
  const all = idsOf(rules);
  const names = new Map(
    (all.length === 0 ? [] : await db.selectFrom('sys_role').select(['id', 'roleName']).where('id', 'in', all).execute()).map(
      ({ id, roleName }) => [id, roleName],
    ),
  );
  const org = rules.find(({ fits, sysOrgId }) => fits && sysOrgId !== null)?.sysOrgId;
  const found =
    org === undefined || org === null
      ? undefined
      : await db.selectFrom('sys_org').select('orgName').where('id', '=', org).executeTakeFirst();
  const named = (ids: readonly string[]): string[] => ids.map((id) => names.get(id) ?? id);
  return {
    rules: rules.filter(({ fits }) => fits).map(({ ruleName }) => ruleName),
    roles: named(given),
    without: named(all.filter((id) => !given.includes(id))),
    org: found?.orgName ?? null,
  };
}
