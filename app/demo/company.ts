/** An organisation of the demo, with its children. */
export interface DemoOrg {
  readonly name: string;
  readonly code: string;
  readonly type: string;
  /** Code of GB/T 2260. */
  readonly district: string;
  readonly address: string;
  readonly departments: readonly string[];
  /** Its share of two hundred people. */
  readonly people: number;
  readonly below?: readonly DemoOrg[];
}

const branch = ['综合办公室', '市场拓展部', '客户服务部'];

/** A fictitious maker of instruments: three levels of organisations. */
export const company: DemoOrg = {
  name: '岚山仪器集团有限公司',
  code: 'LS',
  type: '集团',
  district: '330106',
  address: '杭州市西湖区云栖路 18 号岚山大厦',
  departments: ['总经理办公室', '人力资源部', '财务管理部', '信息技术部', '审计与风险控制部', '品牌与公共关系部'],
  people: 52,
  below: [
    {
      name: '岚山精密制造有限公司',
      code: 'LS-JM',
      type: '子公司',
      district: '320505',
      address: '苏州市虎丘区科灵路 66 号',
      departments: ['生产管理部', '质量检验部', '设备与能源部', '仓储物流部'],
      people: 34,
      below: [
        {
          name: '岚山精密苏州第一工厂',
          code: 'LS-JM-01',
          type: '公司',
          district: '320505',
          address: '苏州市虎丘区科灵路 66 号 1 幢',
          departments: ['总装车间', '机加工车间', '安全环保科'],
          people: 24,
        },
        {
          name: '岚山精密合肥第二工厂',
          code: 'LS-JM-02',
          type: '公司',
          district: '340104',
          address: '合肥市蜀山区创新大道 2800 号',
          departments: ['电子车间', '标定实验室'],
          people: 16,
        },
      ],
    },
    {
      name: '岚山软件技术有限公司',
      code: 'LS-RJ',
      type: '子公司',
      district: '440305',
      address: '深圳市南山区科苑路 9 号',
      departments: ['产品研发部', '测试与质量保障部', '技术支持部'],
      people: 26,
      below: [
        {
          name: '岚山软件西南研发中心（含嵌入式系统与物联网平台实验室）',
          code: 'LS-RJ-XN',
          type: '其他',
          district: '510107',
          address: '成都市武侯区天府大道 1268 号',
          departments: ['平台研发组', '嵌入式研发组'],
          people: 14,
        },
      ],
    },
    {
      name: '岚山仪器销售有限公司',
      code: 'LS-XS',
      type: '子公司',
      district: '310115',
      address: '上海市浦东新区张江路 505 号',
      departments: ['渠道管理部', '大客户部'],
      people: 10,
      below: [
        {
          name: '华东分公司',
          code: 'LS-XS-HD',
          type: '分公司',
          district: '310115',
          address: '上海市浦东新区张江路 505 号 3 层',
          departments: branch,
          people: 9,
        },
        {
          name: '华南分公司',
          code: 'LS-XS-HN',
          type: '分公司',
          district: '440106',
          address: '广州市天河区体育西路 111 号',
          departments: branch,
          people: 8,
        },
        {
          name: '西北分公司',
          code: 'LS-XS-XB',
          type: '分公司',
          district: '610113',
          address: '西安市雁塔区高新路 25 号',
          departments: branch,
          people: 7,
        },
      ],
    },
  ],
};
