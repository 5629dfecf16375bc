import { defineExtension } from 'back-office/contract';

/** The number on a person's badge, a field that we add to the product's users. */
export const userBadge = defineExtension({
  resource: 'sys/user',
  fields: { acmeBadge: { kind: 'text', label: '工号', section: '账号与联系方式', max: 20, shape: 'code', log: 'plain', width: 110 } },
  list: ['acmeBadge'],
  form: ['acmeBadge'],
  import: ['acmeBadge'],
  unique: [['acmeBadge']],
});
