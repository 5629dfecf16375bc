import { insertDictionaries, type Seeding } from 'back-office/server';

/** The initial words of this company's dictionaries; a word that somebody deletes stays deleted. */
export async function seed({ db, isNew }: Seeding): Promise<void> {
  if (!(await isNew('dictionaries'))) return;
  await insertDictionaries(db, [
    { label: '合同类型', value: 'acme_type', entries: '采购|销售|租赁|服务|其他' },
    { label: '合同状态', value: 'acme_state', entries: '草稿 草稿 #8c8c8c|审批中 审批中 #fa8c16|生效 生效 #52c41a|终止 终止 #f5222d' },
    { label: '相对方性质', value: 'acme_party_kind', entries: '企业|机关|事业单位|个人 自然人' },
  ]);
}
