import { enabledOrNot, statuses } from '@back-office/contract/status.ts';
import { defineResource } from '@back-office/contract/resource/define-resource.ts';

/** Texts of messages with variables in them, and what each is called at the provider. */
export const smsTemplate = defineResource({
  name: 'sys/sms-template',
  title: '短信模板',
  table: 'sys_sms_template',
  label: 'templateName',
  fields: {
    templateName: { kind: 'text', label: '模板名称', required: true, max: 50, log: 'plain', width: 140 },
    templateCode: { kind: 'text', label: '模板编码', required: true, max: 50, shape: 'code', log: 'plain', width: 140 },
    templateContent: {
      kind: 'longText',
      label: '模板内容',
      required: true,
      max: 500,
      log: 'plain',
      width: 400,
      // oxlint-disable-next-line no-template-curly-in-string -- that is how a variable is written
      help: '变量写作 ${code}；${userName} 自动填为收件人姓名',
    },
    providerTemplate: {
      kind: 'text',
      label: '服务商模板号',
      max: 50,
      shape: 'code',
      log: 'plain',
      width: 150,
      help: '在服务商处审核通过的模板号，例如 SMS_123456789',
    },
    templateStatus: { kind: 'dict', label: '状态', required: true, dict: 'status', default: statuses.enabled, log: 'plain', width: 90 },
    templateRemark: { kind: 'longText', label: '备注', max: 500, log: 'plain', width: 200 },
  },
  list: ['templateName', 'templateCode', 'templateContent', 'providerTemplate', 'templateStatus', 'updateTime'],
  listOptions: { batch: ['templateStatus'], toggle: { templateStatus: { values: enabledOrNot } } },
  form: ['templateName', 'templateCode', 'templateContent', 'providerTemplate', 'templateStatus', 'templateRemark'],
  sort: 'createTime:desc',
  unique: [['templateCode']],
  rules: ['templateVariables'],
});
