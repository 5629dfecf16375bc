/** A dictionary as first put in: its name, its dictValue, and entries `value label #rrggbb`, separated by `|`, the last two optional. */
export interface SeedDictionary {
  readonly label: string;
  readonly value: string;
  readonly remark?: string;
  readonly entries: string;
}

const green = '#52c41a';
const red = '#f5222d';
const amber = '#fa8c16';
const blue = '#1890ff';
const grey = '#8c8c8c';

/** Words that the product itself works with; their values are those of docs/wire.md "Fields". */
export const ownDictionaries: readonly SeedDictionary[] = [
  { label: '用户状态', value: 'user_status', entries: `正常 正常 ${green}|停用 停用 ${red}|待审核 待审核 ${amber}|已拒绝 已拒绝 ${grey}` },
  { label: '启用状态', value: 'status', entries: `正常 正常 ${green}|停用 停用 ${red}` },
  { label: '是否', value: 'yes_no', entries: `是 是 ${green}|否 否 ${grey}` },
  { label: '数据范围', value: 'data_scope', entries: '全部|本机构及下级|本机构|本人|自定义' },
  { label: '角色水印', value: 'role_watermark', entries: '按系统设置|始终显示|不显示' },
  { label: '机构类型', value: 'org_type', entries: '集团|公司|分公司|子公司|机关|事业单位|其他' },
  { label: '地区级别', value: 'district_level', entries: '省|市|县|乡' },
  { label: '字典值类型', value: 'dict_value_type', entries: 'String 文本|Number 数字|Object 对象|Array 数组' },
  { label: '消息类型', value: 'msg_type', entries: `通知 通知 ${blue}|公告 公告 ${green}|提醒 提醒 ${amber}` },
  { label: '消息级别', value: 'msg_level', entries: `一般 一般 ${grey}|重要 重要 ${amber}|紧急 紧急 ${red}` },
  { label: '消息范围', value: 'msg_scope', entries: '全部|机构|角色|用户' },
  { label: '消息状态', value: 'msg_status', entries: `草稿 草稿 ${grey}|已发布 已发布 ${green}|已撤回 已撤回 ${amber}` },
  {
    label: '短信状态',
    value: 'sms_status',
    entries: `待发送 待发送 ${blue}|发送成功 发送成功 ${green}|发送失败 发送失败 ${red}|结果未知 结果未知 ${amber}`,
  },
  {
    label: '推送状态',
    value: 'delivery_status',
    entries: `待推送 待推送 ${blue}|已送达 已送达 ${green}|未送达 未送达 ${red}|未推送 未推送 ${grey}`,
  },
  {
    label: '邮件状态',
    value: 'mail_status',
    entries: `待发送 待发送 ${blue}|已发送 已发送 ${green}|失败 失败 ${red}|未发送 未发送 ${grey}`,
  },
  { label: '机器人类型', value: 'bot_kind', entries: '企业微信|钉钉|飞书' },
  { label: '登录类型', value: 'login_type', entries: `登录 登录 ${blue}|退出 退出 ${grey}|强制退出 强制退出 ${amber}` },
  { label: '结果', value: 'result_status', entries: `成功 成功 ${green}|失败 失败 ${red}` },
  { label: '性别', value: 'gender', entries: '男|女|未知' },
];

/** Codes of national standards. */
export const standardDictionaries: readonly SeedDictionary[] = [
  {
    label: '民族',
    value: 'nation',
    remark: 'GB/T 3304 中国各民族名称的罗马字母拼写法和代码',
    entries:
      '01 汉族|02 蒙古族|03 回族|04 藏族|05 维吾尔族|06 苗族|07 彝族|08 壮族|09 布依族|10 朝鲜族|11 满族|12 侗族|13 瑶族|14 白族|15 土家族|' +
      '16 哈尼族|17 哈萨克族|18 傣族|19 黎族|20 傈僳族|21 佤族|22 畲族|23 高山族|24 拉祜族|25 水族|26 东乡族|27 纳西族|28 景颇族|29 柯尔克孜族|' +
      '30 土族|31 达斡尔族|32 仫佬族|33 羌族|34 布朗族|35 撒拉族|36 毛南族|37 仡佬族|38 锡伯族|39 阿昌族|40 普米族|41 塔吉克族|42 怒族|' +
      '43 乌孜别克族|44 俄罗斯族|45 鄂温克族|46 德昂族|47 保安族|48 裕固族|49 京族|50 塔塔尔族|51 独龙族|52 鄂伦春族|53 赫哲族|54 门巴族|' +
      '55 珞巴族|56 基诺族',
  },
  {
    label: '政治面貌',
    value: 'political_status',
    remark: 'GB/T 4762 政治面貌代码',
    entries:
      '01 中国共产党党员|02 中国共产党预备党员|03 中国共产主义青年团团员|04 中国国民党革命委员会党员|05 中国民主同盟盟员|06 中国民主建国会会员|' +
      '07 中国民主促进会会员|08 中国农工民主党党员|09 中国致公党党员|10 九三学社社员|11 台湾民主自治同盟盟员|12 无党派人士|13 群众',
  },
  {
    label: '学历',
    value: 'education',
    remark: 'GB/T 4658 学历代码',
    entries:
      '10 研究生教育|11 博士研究生毕业|12 博士研究生结业|13 博士研究生肄业|14 硕士研究生毕业|15 硕士研究生结业|16 硕士研究生肄业|17 研究生班毕业|' +
      '18 研究生班结业|19 研究生班肄业|20 大学本科教育|21 大学本科毕业|22 大学本科结业|23 大学本科肄业|28 大学普通班毕业|30 大学专科教育|' +
      '31 大学专科毕业|32 大学专科结业|33 大学专科肄业|40 中等职业教育|41 中等专科毕业|42 中等专科结业|43 中等专科肄业|44 职业高中毕业|' +
      '45 职业高中结业|46 职业高中肄业|47 技工学校毕业|48 技工学校结业|49 技工学校肄业|60 普通高级中学教育|61 普通高中毕业|62 普通高中结业|' +
      '63 普通高中肄业|70 初级中学教育|71 初中毕业|73 初中肄业|80 小学教育|81 小学毕业|83 小学肄业|90 其他',
  },
  {
    label: '婚姻状况',
    value: 'marital_status',
    remark: 'GB/T 2261.2 婚姻状况代码',
    entries: '10 未婚|20 已婚|21 初婚|22 再婚|23 复婚|30 丧偶|40 离婚|90 未说明的婚姻状况',
  },
];
