import { defineResource, enabledOrNot, statuses } from 'back-office/contract';

/** The other parties of agreements: companies and people, visible to everybody who works with agreements. */
export const party = defineResource({
  name: 'acme/party',
  title: '相对方',
  table: 'acme_party',
  label: 'partyName',
  fields: {
    partyName: { kind: 'text', label: '名称', required: true, max: 100, log: 'plain', width: 220 },
    partyLogo: { kind: 'file', label: '标志' },
    partyKind: { kind: 'dict', label: '性质', required: true, dict: 'acme_party_kind', default: '企业', log: 'plain', width: 90 },
    partyCode: {
      kind: 'text',
      label: '统一社会信用代码',
      max: 18,
      shape: {
        pattern: '^[0-9A-HJ-NP-RTUW-Y]{2}[0-9]{6}[0-9A-HJ-NP-RTUW-Y]{10}$',
        message: '应为 18 位数字和大写字母',
        example: '91110000MA01B20001',
      },
      log: 'plain',
      width: 190,
    },
    partyContact: { kind: 'text', label: '联系人', max: 50, log: 'plain', width: 100 },
    partyPhone: { kind: 'text', label: '联系电话', max: 21, shape: 'phone', log: 'mask', width: 140 },
    partyStatus: { kind: 'dict', label: '状态', required: true, dict: 'status', default: statuses.enabled, log: 'plain', width: 90 },
  },
  list: ['partyName', 'partyKind', 'partyCode', 'partyContact', 'partyPhone', 'partyStatus'],
  listOptions: { picture: 'partyLogo', toggle: { partyStatus: { values: enabledOrNot } } },
  form: ['partyName', 'partyLogo', 'partyKind', 'partyCode', 'partyContact', 'partyPhone', 'partyStatus'],
  import: ['partyName', 'partyKind', 'partyCode', 'partyContact', 'partyPhone'],
  sort: 'partyName:asc',
  unique: [['partyName']],
});
