import type { Feature } from '@back-office/contract/office/feature.ts';
import type { Rules } from '@back-office/contract/resource/rules.ts';
import { defineResource } from '@back-office/contract/resource/define-resource.ts';
import { ok } from '@back-office/server/platform/http/ok.ts';
import { testModule } from './test-module.ts';
import { agreements, migrationsOf, moduleOf, serverOf, tableOf, tablesSql } from '@back-office/server/testing/trial-module.ts';

/** A resource numbered by its table, whose records nobody deletes. */
const voucher = defineResource({
  name: 'acme/voucher',
  title: '凭证',
  table: 'acme_voucher',
  label: 'voucherName',
  fields: {
    voucherNo: { kind: 'text', label: '凭证号', required: true, max: 40, byServer: true, log: 'plain', width: 160 },
    voucherName: { kind: 'text', label: '名称', required: true, max: 50, log: 'plain', width: 160 },
    voucherReason: { kind: 'text', label: '事由', max: 50, log: 'plain', width: 160 },
    // Begins with a fraction, and allows fewer whole numbers than there are samples.
    voucherRate: { kind: 'number', label: '比例', required: true, min: 0.01, max: 3, decimals: 2, log: 'plain', width: 100 },
  },
  list: ['voucherNo', 'voucherName', 'voucherReason', 'voucherRate'],
  form: ['voucherName', 'voucherReason', 'voucherRate'],
  rules: ['acmeReason'],
  sort: 'createTime:desc',
  unique: [['voucherNo']],
  operations: ['create', 'select', 'select-page', 'save'],
});
/** A resource that a program writes, and people only read. */
const voucherLog = defineResource({
  name: 'acme/voucher-log',
  title: '凭证记录',
  table: 'acme_voucher_log',
  label: 'logText',
  fields: { logText: { kind: 'text', label: '内容', max: 50, byServer: true, log: 'plain', width: 160 } },
  list: ['logText', 'createTime'],
  form: [],
  sort: 'createTime:desc',
  operations: ['select', 'select-page', 'export'],
});
/** A rule that prescribes a value that the field itself leaves open, and accepts no other. */
const acmeReason: Rules[string] = ({ voucherReason }) =>
  voucherReason === '差旅' ? [] : [{ field: 'voucherReason', message: '请写明事由' }];
const vouchers: Feature = { name: 'vouchers', resources: [voucher, voucherLog], rules: { acmeReason }, menu: [] };
const voucherTables = `
${tableOf('acme_voucher', 'voucher_no text NOT NULL DEFAULT gen_random_uuid()::text, voucher_name text NOT NULL, voucher_reason text, voucher_rate numeric(3, 2) NOT NULL, label_pinyin text, CONSTRAINT acme_voucher_voucher_no_key UNIQUE (voucher_no)')}
SELECT follow_changes('acme_voucher', 'voucher_name');
${tableOf('acme_voucher_log', 'log_text text')}
CREATE INDEX ON acme_voucher_log (create_time, id);
INSERT INTO acme_voucher_log (id, log_text) VALUES (gen_random_uuid(), '第一张凭证');`;

const trial = serverOf({
  wrap: { 'sys/org': { write: (next) => (context, resource, checked) => next(context, resource, checked) } },
  routes: (app) =>
    void app.get('/api/acme/agreement/count', { config: { right: { resource: 'acme/agreement', permission: 'read' } } }, () => ok(0)),
});

/* A company's module, with resources, a field of our accounts and a rule around our organisations. */
testModule(moduleOf(agreements, vouchers), {
  server: {
    ...trial,
    migrations: migrationsOf({ '0001-agreements': tablesSql, '0002-vouchers': voucherTables }),
    features: [...trial.features, { name: 'vouchers' }],
  },
  calls: ['GET /api/acme/agreement/count acme/agreement read'],
  values: { 'acme/voucher': { voucherReason: '差旅' } },
});
