import type { samples } from './samples.ts';

/** A notice of the demo. */
export interface DemoNotice {
  readonly title: string;
  readonly content: string;
  readonly type: string;
  readonly level: string;
  /** Days since it was published; none for a draft. */
  readonly daysAgo?: number;
  readonly confirm?: boolean;
  /** Codes of the recipient organisations or roles; without them, everyone. */
  readonly orgs?: readonly string[];
  readonly roles?: readonly string[];
  readonly files?: readonly (keyof typeof samples)[];
  readonly withdrawn?: boolean;
}

const paragraph = (...texts: string[]): string => texts.map((text) => `<p>${text}</p>`).join('');
const list = (...texts: string[]): string => `<ul>${texts.map((text) => `<li>${text}</li>`).join('')}</ul>`;

/** Typical notices: some with files, some to be confirmed, a draft, a withdrawn one. */
export const demoNotices: readonly DemoNotice[] = [
  {
    title: '关于启用两步验证与更换弱密码的通知',
    content: `${paragraph('各单位：', '为保障账号安全，自本月起全体员工须启用两步验证，并更换使用超过一年的密码。')}${list('在个人中心扫码绑定验证器；', '保存好恢复代码，不要截图外发；', '遇到问题请联系信息技术部值班电话 0571-88001100。')}${paragraph('请点击“我已知晓”确认。')}`,
    type: '通知',
    level: '紧急',
    daysAgo: 1,
    confirm: true,
  },
  {
    title: '年度预算编制启动',
    content: `${paragraph('各部门负责人：', '年度预算编制工作现已启动，请按附件说明填报，<strong>本月 28 日</strong>前提交财务管理部。')}<h3>填报要求</h3>${list('费用预算按部门逐月填列；', '投资预算附可行性说明；', '人员预算与人力资源部核对后提交。')}`,
    type: '公告',
    level: '重要',
    daysAgo: 3,
    files: ['年度预算说明.docx', '年度预算说明（签章版）.pdf', '办公用品采购明细.xlsx'],
  },
  {
    title: 'LS-3051 智能压力变送器上市发布',
    content: paragraph(
      '历时十八个月研发，LS-3051 智能压力变送器今日正式上市，量程比 100:1，精度 0.04%。',
      '销售材料见附件，渠道培训安排另行通知。',
    ),
    type: '公告',
    level: '一般',
    daysAgo: 8,
    files: ['LS-3051 新品主视觉.jpg', '产品演示.mp4', '季度工作汇报.pptx'],
  },
  {
    title: '苏州第一工厂年度消防演练安排',
    content: paragraph('定于本周五 14:00 举行年度消防演练，届时警铃响起请按平面图所示路线撤离至东侧停车场集合。', '访客请由接待人员陪同。'),
    type: '提醒',
    level: '重要',
    daysAgo: 2,
    orgs: ['LS-JM-01'],
    files: ['苏州第一工厂平面图.png', '访客证样式.jpeg', '会议提示音.mp3', '车间噪声采样.wav'],
  },
  {
    title: '分公司经理月度经营分析会',
    content: paragraph('本月经营分析会改为线上召开，请各分公司经理提前一天上传经营数据。'),
    type: '通知',
    level: '一般',
    daysAgo: 5,
    roles: ['branch'],
  },
  {
    title: '人事档案集中补录',
    content: paragraph('请人事条线同事在两周内完成档案补录，名册模板与旧版办法见附件。'),
    type: '通知',
    level: '一般',
    daysAgo: 12,
    roles: ['hr', 'staff'],
    files: ['新员工名册（导入用）.xls', '差旅费管理办法（2019 旧版）.doc'],
  },
  {
    title: '法定节假日放假通知',
    content: paragraph('假期放假安排见公司日历，值班安排由各单位综合部门另行下发。'),
    type: '通知',
    level: '一般',
    daysAgo: 61,
  },
  {
    title: '食堂供应时间调整',
    content: paragraph('自下周一起，午餐供应时间调整为 11:20 至 13:00。'),
    type: '提醒',
    level: '一般',
    daysAgo: 96,
  },
  {
    title: '机房停电检修通知（已改期）',
    content: paragraph('原定周六的机房停电检修改期，时间另行通知。'),
    type: '通知',
    level: '重要',
    daysAgo: 20,
    withdrawn: true,
  },
  {
    title: '关于调整差旅住宿标准的通知（征求意见稿）',
    content: paragraph('拟调整一线城市住宿标准，请各部门在意见栏中反馈。'),
    type: '通知',
    level: '一般',
  },
];
