import type { Making, Saved } from './making.ts';

const dictionaries = [
  ['合同类型', 'contract_type', '采购合同 销售合同 服务合同 租赁合同 框架协议'],
  ['请假类型', 'leave_type', '年假 事假 病假 婚假 产假 调休'],
  ['设备状态', 'device_state', '运行 待机 检修 停机 报废'],
  ['客户等级', 'customer_level', '战略客户 重点客户 普通客户 潜在客户'],
  ['产品线', 'product_line', '压力变送器 流量计 温度传感器 物位计 气体分析仪 工业物联网关'],
] as const;
const colours = ['#1890ff', '#52c41a', '#fa8c16', '#f5222d', '#8c8c8c', '#722ed1'];

/** Creates the dictionaries of the company's own words. */
export async function makeDictionaries({ admin }: Making): Promise<void> {
  for (const [at, [label, value, words]] of dictionaries.entries()) {
    const { id } = await admin.call<Saved>('POST', 'sys/dict/save', {
      dictLabel: label,
      dictValue: value,
      dictSort: 50 + at,
      dictRemark: '岚山集团',
    });
    const entries = words.split(' ').map((word, place) => ({
      parentId: id,
      dictLabel: word,
      dictValue: word,
      dictColor: colours[place % colours.length],
      dictSort: place + 1,
    }));
    await admin.call('POST', 'sys/dict/save-batch', entries);
  }
}
