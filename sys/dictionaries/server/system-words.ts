import { outcomes, statuses, userStatuses } from '@back-office/contract/status.ts';
import type { Resource } from '@back-office/contract/resource/resource.ts';
import type { Context } from '@back-office/server/crud/context.ts';
import { anyOf } from '@back-office/server/platform/database/any-of.ts';
import { conflict, type Refusal } from '@back-office/server/platform/http/refusal.ts';

/** The words, by their dictionary, that the product's code writes or compares with, whether or not a record holds them now. */
export const systemWords: Readonly<Record<string, readonly string[]>> = {
  user_status: Object.values(userStatuses),
  status: Object.values(statuses),
  yes_no: ['是', '否'],
  data_scope: ['全部', '本机构及下级', '本机构', '本人', '自定义'],
  role_watermark: ['按系统设置', '始终显示', '不显示'],
  dict_value_type: ['String', 'Number', 'Object', 'Array'],
  msg_type: ['通知', '提醒'],
  msg_level: ['一般', '重要'],
  msg_scope: ['全部', '机构', '角色', '用户'],
  msg_status: ['草稿', '已发布', '已撤回'],
  sms_status: ['待发送', '发送成功', '发送失败', '结果未知'],
  delivery_status: ['待推送', '已送达', '未送达', '未推送'],
  mail_status: ['待发送', '已发送', '失败', '未发送'],
  bot_kind: ['企业微信', '钉钉', '飞书'],
  login_type: ['登录', '退出', '强制退出'],
  result_status: Object.values(outcomes),
};

/** Dictionaries of words that only people choose: to disable one takes it from the choices, and nothing else. */
const chosenOnly: readonly string[] = ['data_scope', 'role_watermark', 'dict_value_type', 'msg_type', 'msg_level', 'msg_scope', 'bot_kind'];

/**
 * Refuses with 40900 if one of these entries is a word of the system, the default of a declared field, or the dictionary of one: the next save that
 * writes it would fail. Words of the system that only people choose may be disabled.
 */
export async function requireNoSystemWord(
  { db, resources }: Pick<Context, 'db' | 'resources'>,
  ids: readonly string[],
  { disabling = false } = {},
): Promise<void> {
  if (ids.length === 0) return;
  const rows = await db
    .selectFrom('sys_dict as c')
    .leftJoin('sys_dict as p', 'p.id', 'c.parentId')
    .select(['c.dictLabel as label', 'c.dictValue as value', 'c.parentId', 'p.dictValue as dict', 'p.parentId as above'])
    .where('c.id', '=', anyOf(ids))
    .execute();
  for (const { label, value, parentId, dict, above } of rows) {
    const isDictionary = parentId === null;
    if (!isDictionary && (dict === null || above !== null)) continue;
    const isOfSystem = isDictionary
      ? Object.hasOwn(systemWords, value)
      : isSystemWord(dict ?? '', value) && !(disabling && chosenOnly.includes(dict ?? ''));
    if (isOfSystem) throw kept(`“${label}”是系统使用的词`);
    const use = isDictionary ? defaultFrom(resources, value) : defaultFrom(resources, dict ?? '', value);
    if (use !== undefined) throw kept(`“${label}”${isDictionary ? '里有' : '是'}${use}的默认值`);
  }
}

const kept = (reason: string): Refusal => conflict({ conflict: 'reference', uses: [] }, `${reason}，不能删除、停用、移动或修改字典值`);

/** Names a form's field whose default is this word, or any word, of the dictionary; a record that is created without it gets the default. */
function defaultFrom(resources: readonly Resource[], dict: string, word?: string): string | undefined {
  for (const { title, fields, form } of resources)
    for (const field of form.flatMap((name) => fields[name] ?? []))
      if (field.kind === 'dict' && field.dict === dict && field.default !== undefined && (word ?? field.default) === field.default)
        return `${title}的“${field.label}”`;
  return undefined;
}

const isSystemWord = (dict: string, value: string): boolean =>
  Object.hasOwn(systemWords, dict) && systemWords[dict]?.includes(value) === true;
