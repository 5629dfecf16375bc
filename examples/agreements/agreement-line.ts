import { defineResource } from 'back-office/contract';

/** The lines of an agreement, visible to everybody who sees the agreement: the database copies the scope's columns from it. */
export const agreementLine = defineResource({
  name: 'acme/agreement-line',
  title: '合同明细',
  table: 'acme_agreement_line',
  label: 'lineName',
  fields: {
    acmeAgreementId: { kind: 'reference', label: '合同', required: true, to: 'acme/agreement', log: 'plain', width: 220 },
    lineName: { kind: 'text', label: '品名', required: true, max: 100, log: 'plain', width: 200 },
    lineQuantity: { kind: 'number', label: '数量', min: 0, max: 999_999, decimals: 2, default: 1, log: 'plain', width: 100 },
    linePrice: { kind: 'number', label: '单价', min: 0, max: 999_999_999, decimals: 2, unit: '元', log: 'plain', width: 120 },
    lineRemark: { kind: 'longText', label: '备注', max: 500, log: 'plain' },
  },
  list: ['acmeAgreementId', 'lineName', 'lineQuantity', 'linePrice', 'createTime'],
  form: ['acmeAgreementId', 'lineName', 'lineQuantity', 'linePrice', 'lineRemark'],
  import: ['acmeAgreementId', 'lineName', 'lineQuantity', 'linePrice', 'lineRemark'],
  sort: 'createTime:asc',
  scope: { org: 'sysOrgId', person: 'sysUserId', hidden: ['sysOrgId', 'sysUserId'] },
});
