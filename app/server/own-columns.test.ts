import { makeOffice } from '@back-office/contract/office/make-office.ts';
import type { Module } from '@back-office/contract/office/module.ts';
import { defineResource } from '@back-office/contract/resource/define-resource.ts';
import { columnMistakes } from '@back-office/server/office/column-mistakes.ts';
import { moduleMistakes } from '@back-office/server/office/module-mistakes.ts';
import { prepareDatabase } from '@back-office/server/office/prepare-database.ts';
import type { ServerModule } from '@back-office/server/office/server-module.ts';
import { silentLog } from '@back-office/server/testing/silent-log.ts';
import { agreements, migrationsOf, moduleOf, serverOf, tableOf } from '@back-office/server/testing/trial-module.ts';
import { sys } from '@back-office/sys/module.ts';
import { afterEach, describe, expect, it } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../testing/server/test-database.ts';
import { modules as own } from './modules.ts';

/* Whose a column is, where its name begins with the name of another module. */
let database: TestDatabase;
afterEach(() => database.drop());

const acme = moduleOf(agreements);

/** A module `fleet` that refers to a record of the module `acme`, as it must be. */
const fleet: Module = {
  name: 'fleet',
  features: [
    {
      name: 'fleet-trips',
      resources: [
        defineResource({
          name: 'fleet/trip',
          title: '行程',
          table: 'fleet_trip',
          label: 'tripName',
          fields: {
            tripName: { kind: 'text', label: '行程', required: true, max: 20 },
            acmeAgreementId: { kind: 'reference', label: '合同', to: 'acme/agreement', required: true },
          },
          list: ['tripName', 'acmeAgreementId'],
          form: ['tripName', 'acmeAgreementId'],
          sort: 'tripName:asc',
        }),
      ],
    },
  ],
};
const trips = tableOf(
  'fleet_trip',
  'trip_name text NOT NULL, acme_agreement_id uuid NOT NULL REFERENCES acme_agreement, acme_note text NOT NULL, label_pinyin text',
);
const fleetServer = (tables: ServerModule['tables']): ServerModule => ({
  name: 'fleet',
  features: [{ name: 'fleet-trips' }],
  migrations: migrationsOf({ '0001-trips': trips }),
  ...(tables === undefined ? {} : { tables }),
});

const start = (modules: readonly Module[], servers: readonly ServerModule[]) =>
  prepareDatabase(database, { log: silentLog, office: makeOffice([sys, ...modules]), modules: [...own, ...servers] });

describe('a required column of a module’s own table', () => {
  it('is its own although it begins with another module’s name, if the module declares it or lists it', async () => {
    database = await openTestDatabase();
    const listed = fleetServer({ fleet_trip: { acmeNote: 'text' } });
    await start([acme, fleet], [serverOf(), listed]);
    await expect(start([acme, fleet], [serverOf(), fleetServer(undefined)])).rejects.toThrow(
      'fleet_trip.acme_note: the module acme added a column that must have a value',
    );
  });

  it('is its own although a module of another name, which is gone, had migrated the database', async () => {
    database = await openTestDatabase();
    await start([acme], [serverOf()]);
    await database.pool.query("INSERT INTO schema_migration (name, checksum) VALUES ('user/0001-all', 'x'), ('org/0001-all', 'x')");
    await start([acme], [serverOf()]);
  });
});

it('a column that an extension had may stay, named by its module, until no former node names it', async () => {
  database = await openTestDatabase();
  await start([acme], [serverOf()]);
  const { extend: _extend, ...without } = agreements;
  const later = moduleOf(without);
  await expect(start([later], [serverOf()])).rejects.toThrow('name it in the tables of the module’s server part');
  const named = (tables: ServerModule['tables']): ServerModule => ({ ...serverOf(), ...(tables && { tables }) });
  await start([later], [named({ sys_user: { acmeBadge: 'text?' } })]);
  const mistakes = (columns: Record<string, 'text'>) =>
    moduleMistakes(makeOffice([sys, later]), [...own, named({ sys_user: columns })]).filter((mistake) => mistake.includes('the table'));
  expect(mistakes({ acmeBadge: 'text', userName: 'text' })).toEqual([
    expect.stringContaining('the table sys_user is one of the module acme'),
  ]);
});

it('a company may call its module as columns of the product begin', async () => {
  database = await openTestDatabase();
  const { rows } = await database.pool.query<{ prefix: string }>(
    "SELECT DISTINCT split_part(attname, '_', 1) AS prefix FROM pg_attribute JOIN pg_class c ON c.oid = attrelid WHERE relname LIKE 'sys\\_%' AND attnum > 0 AND attname LIKE '%\\_%'",
  );
  const prefixes = rows.map(({ prefix }) => prefix).filter((prefix) => prefix !== sys.name);
  expect(prefixes).toEqual(expect.arrayContaining(['user', 'org', 'dept', 'role', 'msg']));
  const named = prefixes.map((name) => ({ name, features: [] }));
  expect(await columnMistakes(database.db, makeOffice([sys, ...named]), [...own, ...named])).toEqual([]);
});
