import { enabledOrNot, statuses } from '@back-office/contract/status.ts';
import { defineResource } from '@back-office/contract/resource/define-resource.ts';
import { linkedAccount } from '../linked-accounts/linked-account.ts';

/** What people get when they sign in, by what the other side says of them (docs/decisions/0091-claim-rules.md). */
export const claimRule = defineResource({
  name: 'sys/claim-rule',
  title: '登录规则',
  table: 'sys_claim_rule',
  label: 'ruleName',
  fields: {
    ruleName: { kind: 'text', label: '规则名称', required: true, max: 100, log: 'plain', width: 180 },
    loginMethod: linkedAccount.fields.loginMethod,
    claimName: {
      kind: 'text',
      label: '声明',
      required: true,
      max: 100,
      log: 'plain',
      width: 130,
      help: '对方登录令牌中的名称，例如 groups、realm_access.roles',
    },
    claimValue: { kind: 'text', label: '值', required: true, max: 200, log: 'plain', width: 170, help: '与其中一个值完全一致' },
    sysRoleId: {
      kind: 'reference',
      label: '得到角色',
      to: 'sys/role',
      owned: true,
      log: 'plain',
      width: 140,
      help: '规则提到的角色由规则给予和收回，其他角色不受影响',
    },
    sysOrgId: {
      kind: 'reference',
      label: '归入机构',
      to: 'sys/org',
      owned: true,
      log: 'plain',
      width: 150,
      help: '符合多条时取排序最前的一条',
    },
    ruleSort: { kind: 'number', label: '排序', min: 0, max: 9999, log: 'plain', width: 80 },
    ruleStatus: { kind: 'dict', label: '状态', dict: 'status', required: true, default: statuses.enabled, log: 'plain', width: 90 },
  },
  list: [
    'ruleName',
    'ruleStatus',
    'loginMethod',
    'claimName',
    'claimValue',
    'sysRoleId',
    'sysOrgId',
    'ruleSort',
    'updateUser',
    'updateTime',
  ],
  listOptions: { hidden: ['ruleSort', 'updateUser', 'updateTime'], toggle: { ruleStatus: { values: enabledOrNot } } },
  form: ['ruleName', 'ruleStatus', 'loginMethod', 'claimName', 'claimValue', 'sysRoleId', 'sysOrgId', 'ruleSort'],
  sort: 'ruleSort:asc',
  browse: { find: ['ruleName', 'claimValue'], card: ['ruleStatus', 'claimValue', 'sysRoleId'] },
});
