import { defineResource } from 'back-office/contract';

/** The states of an agreement (dictionary `acme_state`). */
export const states = { draft: '草稿', asked: '审批中', live: '生效', ended: '终止' } as const;

/** The transitions of an agreement: the name of the call, the states before and after, and the permission needed. Both sides use them. */
export const moves: readonly Move[] = [
  { call: 'submit', label: '提交审批', from: states.draft, to: states.asked, permission: 'edit' },
  { call: 'approve', label: '批准', from: states.asked, to: states.live, permission: 'approve', event: 'approved' },
  { call: 'return', label: '退回', from: states.asked, to: states.draft, permission: 'approve', asks: '退回原因' },
  { call: 'end', label: '终止', from: states.live, to: states.ended, permission: 'end', event: 'ended' },
];

export interface Move {
  readonly call: string;
  readonly label: string;
  readonly from: string;
  readonly to: (typeof states)[keyof typeof states];
  readonly permission: string;
  /** The text that its dialog asks for and its call requires. */
  readonly asks?: string;
  /** What webhooks are told. */
  readonly event?: 'approved' | 'ended';
}

/** Agreements: what a company has promised, to whom and until when. */
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
  // Without the number, which the database assigns, and the state, which the moves above change.
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
  // Even among very many agreements, a search for any part of a name or a number is fast, and the total is known.
  browse: {
    find: ['agreementName', 'agreementNo'],
    grams: ['agreementName', 'agreementNo'],
    counted: true,
    card: ['agreementState', 'acmePartyId', 'agreementAmount'],
  },
});
