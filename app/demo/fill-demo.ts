import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { DemoClient } from './demo-client.ts';
import { makeDictionaries } from './make-dictionaries.ts';
import { makeKeys } from './make-keys.ts';
import { makeMessages } from './make-messages.ts';
import { makeNotices } from './make-notices.ts';
import { makeOrgs } from './make-orgs.ts';
import { makePast } from './make-past.ts';
import { makePeople } from './make-people.ts';
import { makeRoles } from './make-roles.ts';
import { makeTrouble } from './make-trouble.ts';
import { makeYear } from './make-year.ts';
import type { DemoPerson, Making } from './making.ts';
import { Random } from './random.ts';

/**
 * Fills the new database of a server with the demo's company: records by the product's own calls, and past data by
 * statements, since no call writes it. Returns the people.
 */
export async function fillDemo(app: FastifyInstance, pool: pg.Pool, adminPassword: string): Promise<DemoPerson[]> {
  const admin = await DemoClient.signIn(app, 'admin', adminPassword);
  const making: Making = { app, admin, pool, random: new Random(8848) };
  const places = await makeOrgs(making);
  const roles = await makeRoles(making, places.orgs);
  const people = await makePeople(making, places, roles);
  await makeDictionaries(making);
  await makeNotices(making, { orgs: places.orgs, roles, people });
  await makeMessages(making, people);
  await makeKeys(making, people);
  await makePast(making);
  await makeYear(making, people);
  await makeTrouble(making, people);
  await admin.call('GET', 'logout').catch(() => undefined);
  return people;
}
