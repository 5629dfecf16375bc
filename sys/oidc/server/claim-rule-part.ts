import { writeAll } from '@back-office/server/crud/save.ts';
import type { ResourcePart } from '@back-office/server/crud/operations.ts';
import { type CallShape, exactShape } from '@back-office/contract/calls/call-shape.ts';
import { ok } from '@back-office/server/platform/http/ok.ts';
import { recordOf } from '@back-office/server/platform/http/record-of.ts';
import { readAs } from '@back-office/server/platform/http/read-as.ts';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Kysely } from 'kysely';
import type { Tables } from '@back-office/server/platform/database/tables.ts';
import { refuseKeys } from '@back-office/server/identity/api-keys/refuse-keys.ts';
import { claimRule } from '../claim-rule.ts';
import type { ClaimTrial } from '../claim-trial.ts';
import { claimsOf } from './claims-of.ts';
import { fittingRules } from './fitting-rules.ts';

const notClaims = '声明应为 JSON 对象，例如 {"groups": ["hr"]}';
const names = z.array(z.string());
const shape = {
  body: z.object({
    loginMethod: z
      .string('请填写登录方式')
      .min(1, '请填写登录方式')
      .meta({ examples: ['corp'] }),
    claims: z.record(z.string(), z.unknown(), notClaims).meta({ examples: [{ groups: ['hr'] }] }),
  }),
  data: exactShape<ClaimTrial>({ rules: names, roles: names, without: names, org: z.string().nullable() }),
} satisfies CallShape;

/** Rules are saved like any record; the right to grant is checked when a rule is applied, as that of its last author. */
export const claimRulePart: ResourcePart = {
  operations: {
    write: (context, resource, checked) => {
      refuseKeys(context, '登录规则');
      return writeAll(context, resource, checked);
    },
  },
  routes: (app, { db }) => trialRoute(app, db),
};

/** POST trial: what a person with these claims would be granted; grants nothing. */
function trialRoute(app: FastifyInstance, db: Kysely<Tables>): void {
  const config = { right: { resource: claimRule.name, permission: 'read' }, summary: '试算：符合这些声明的人会得到什么', shape } as const;
  app.post('/api/sys/claim-rule/trial', { config }, async (request) => {
    const { loginMethod, claims } = readAs(shape.body, recordOf(request.body));
    return ok(await trialOf(db, loginMethod, claims));
  });
}

async function trialOf(db: Kysely<Tables>, way: string, claims: Readonly<Record<string, unknown>>): Promise<ClaimTrial> {
  const rules = await fittingRules(db, way, claimsOf(claims));
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
