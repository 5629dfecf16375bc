import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Feature } from '@back-office/contract/office/feature.ts';
import type { Module } from '@back-office/contract/office/module.ts';
import { defineExtension } from '@back-office/contract/resource/extension.ts';
import { defineResource } from '@back-office/contract/resource/define-resource.ts';
import type { ServerFeature } from '../office/server-feature.ts';
import type { ServerModule } from '../office/server-module.ts';

/** A resource of a company's module. */
const agreement = defineResource({
  name: 'acme/agreement',
  title: '合同',
  table: 'acme_agreement',
  label: 'agreementName',
  fields: {
    agreementName: { kind: 'text', label: '合同名称', required: true, max: 50, log: 'plain', width: 160 },
    agreementEnd: { kind: 'date', label: '到期日', log: 'plain', width: 120 },
    sysUserId: { kind: 'reference', label: '经办人', to: 'sys/user', width: 110 },
  },
  list: ['agreementName', 'agreementEnd', 'sysUserId'],
  form: ['agreementName', 'agreementEnd', 'sysUserId'],
  import: ['agreementName', 'agreementEnd'],
  sort: 'agreementName:asc',
});

/** The fields that it adds to accounts. */
const badge = defineExtension({
  resource: 'sys/user',
  fields: { acmeBadge: { kind: 'text', label: '工牌号', max: 20, log: 'plain', width: 120 } },
  list: ['acmeBadge'],
  form: ['acmeBadge'],
  import: ['acmeBadge'],
});

export const agreements: Feature = {
  name: 'agreements',
  resources: [agreement],
  menu: [{ resource: 'acme/agreement', group: '/acme', order: 10, title: '合同管理', icon: 'file' }],
  extend: [badge],
};

/** The module with these features. */
export const moduleOf = (...features: Feature[]): Module => ({
  name: 'acme',
  features,
  menu: [{ path: '/acme', title: '合同', icon: 'database' }],
});

/** SQL of a table of records: with the columns of every record, and these columns of its own. */
export const tableOf = (name: string, columns: string): string => `
CREATE TABLE ${name} (
  id uuid PRIMARY KEY,
  version integer NOT NULL DEFAULT 1,
  create_time timestamptz NOT NULL DEFAULT now(),
  create_user uuid,
  update_time timestamptz NOT NULL DEFAULT now(),
  update_user uuid,
  ${columns}
);`;

export const tablesSql = `${tableOf('acme_agreement', 'agreement_name text NOT NULL, agreement_end date, sys_user_id uuid REFERENCES sys_user, label_pinyin text')}
ALTER TABLE sys_user ADD COLUMN acme_badge text;
`;

/** A folder with these migrations, by name. */
export function migrationsOf(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'back-office-module-'));
  for (const [name, sql] of Object.entries(files)) writeFileSync(join(folder, `${name}.sql`), sql);
  return folder;
}

/** The module on the server, with these migrations and the other parts of the feature. */
export const serverOf = (feature: Partial<ServerFeature> = {}, files = { '0001-agreements': tablesSql }): ServerModule => ({
  name: 'acme',
  migrations: migrationsOf(files),
  features: [{ name: 'agreements', ...feature }],
});
