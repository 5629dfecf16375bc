import { defineResource } from 'back-office/contract';

/** Where an agreement stands (dictionary `acme_state`). */
export const states = { draft: '草稿', asked: '审批中', live: '生效', ended: '终止' } as const;

/** What may become of an agreement: the word of the call, from where to where, and the permission that it needs. Both sides read it. */
export const moves: readonly Move[] = [
  { call: 'submit', label: '提交审批', from: states.draft, to: states.asked, permission: 'edit' },
  { call: 'approve', label: '批准', from: states.asked, to: states.live, permission: 'approve' },
  { call: 'return', label: '退回', from: states.asked, to: states.draft, permission: 'approve', asks: '退回原因' },
  { call: 'end', label: '终止', from: states.live, to: states.ended, permission: 'end' },
];

export interface Move {
  readonly call: string;
  readonly label: string;
  readonly from: string;
  readonly to: (typeof states)[keyof typeof states];
  readonly permission: string;
  /** What its dialog asks for, and its call needs. */
  readonly asks?: string;
}

/** Agreements: what a company has promised, to whom, and until when. */
export const agreement = defineResource({
  name: 'acme/agreement',
  title: '合同',
  table: 'acme_agreement',
  label: 'agreementName',
  fields: {
    agreementNo: { kind: 'text', label: '合同编号', max: 20, log: 'plain', width: 140 },
    agreementName: { kind: 'text', label: '合同名称', section: '合同', required: true, max: 100, log: 'plain', width: 220 },
    agreementType: { kind: 'dict', label: '类型', dict: 'acme_type', log: 'plain', width: 90 },
    acmePartyId: { kind: 'reference', label: '相对方', required: true, to: 'acme/party', log: 'plain', width: 180 },
    sysOrgId: { kind: 'reference', label: '签约机构', required: true, to: 'sys/org', log: 'plain', width: 150 },
    sysUserId: { kind: 'reference', label: '负责人', required: true, to: 'sys/user', log: 'plain', width: 110 },
    agreementAmount: { kind: 'number', label: '金额', min: 0, max: 999_999_999, decimals: 2, unit: '元', log: 'plain', width: 140 },
    linesAmount: {
      kind: 'number',
      label: '明细合计',
      min: 0,
      max: 999_999_999_999_999,
      decimals: 2,
      unit: '元',
      byServer: true,
      log: 'plain',
      width: 140,
    },
    beginDate: { kind: 'date', label: '生效日期', section: '期限与备注', required: true, log: 'plain', width: 120 },
    endDate: { kind: 'date', label: '到期日期', required: true, log: 'plain', width: 120 },
    agreementState: { kind: 'dict', label: '状态', dict: 'acme_state', byServer: true, log: 'plain', width: 100 },
    returnReason: { kind: 'longText', label: '退回原因', max: 200, byServer: true, log: 'plain' },
    agreementRemark: { kind: 'longText', label: '备注', max: 500, log: 'plain' },
  },
  list: [
    'agreementNo',
    'agreementName',
    'agreementType',
    'acmePartyId',
    'sysOrgId',
    'sysUserId',
    'agreementAmount',
    'linesAmount',
    'endDate',
    'agreementState',
  ],
  // Neither the number nor the state: the database gives the one, the moves above change the other.
  form: [
    'agreementName',
    'agreementType',
    'acmePartyId',
    'sysOrgId',
    'sysUserId',
    'agreementAmount',
    'beginDate',
    'endDate',
    'agreementRemark',
  ],
  import: ['agreementName', 'agreementType', 'acmePartyId', 'sysOrgId', 'sysUserId', 'agreementAmount', 'beginDate', 'endDate'],
  sort: 'createTime:desc',
  scope: { org: 'sysOrgId', person: 'sysUserId' },
  rules: ['acmeDates'],
  // Of very many agreements any part of a name or a number is found at once, and the total is known.
  browse: {
    find: ['agreementName', 'agreementNo'],
    grams: ['agreementName', 'agreementNo'],
    counted: true,
    card: ['agreementState', 'acmePartyId', 'agreementAmount'],
  },
});
