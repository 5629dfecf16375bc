import type { Random } from './random.ts';

const surnames =
  '王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎余潘杜戴夏钟汪田任姜范方石姚谭廖邹熊金陆郝孔白崔康毛邱秦江史顾侯邵孟龙万段雷钱汤尹黎易常武乔贺赖龚文';
const givenNames = {
  男: '伟强磊军洋勇杰涛明超刚平辉鹏华飞鑫波斌宇浩凯健俊帆帅旭宁龙林成东哲昊天翔志远思睿承安景行云舟子墨泽楷牧野怀瑾',
  女: '芳娜敏静丽艳娟霞秀兰燕玲桂英丹萍红玉洁琳雪倩颖梅琴慧莹佳怡欣悦雅婷晓雨诗涵若曦语桐静姝清扬书瑶知夏念慈',
} as const;

/** Unusual names that lists and forms must handle: of one character, of three and of many, with rare characters, of other ethnic groups. */
export const rareNames: readonly { readonly name: string; readonly account: string; readonly gender: string }[] = [
  { name: '阿依古丽·买买提江', account: 'ayiguli', gender: '女' },
  { name: '买买提·吐尔逊·阿卜杜热合曼', account: 'maimaiti', gender: '男' },
  { name: '迪丽努尔·艾尼瓦尔·伊布拉音江', account: 'dilinuer', gender: '女' },
  { name: '次仁卓玛', account: 'cirenzhuoma', gender: '女' },
  { name: '扎西多吉平措', account: 'zhaxi', gender: '男' },
  { name: '孛儿只斤·乌云其木格', account: 'wuyunqimuge', gender: '女' },
  { name: '欧阳靖翊', account: 'ouyangjingyi', gender: '女' },
  { name: '司马承禛', account: 'simachengzhen', gender: '男' },
  { name: '诸葛䶮', account: 'zhugeyan', gender: '男' },
  { name: '上官婼曦', account: 'shangguanruoxi', gender: '女' },
  { name: '尉迟骉', account: 'yuchibiao', gender: '男' },
  { name: '赵𬭎', account: 'zhaohong', gender: '男' },
  { name: '李㛃', account: 'lijie', gender: '女' },
  { name: '王𫖯', account: 'wangfu', gender: '男' },
  { name: '陈龑', account: 'chenyan', gender: '男' },
  { name: '周燚', account: 'zhouyi', gender: '男' },
  { name: '吴堃', account: 'wukun', gender: '男' },
  { name: '郑喆媛', account: 'zhengzheyuan', gender: '女' },
  { name: '张彧嫄', account: 'zhangyuyuan', gender: '女' },
  { name: '那拉氏·叶赫', account: 'nalashi', gender: '女' },
  { name: '仝芃', account: 'tongpeng', gender: '男' },
  { name: '逯翀', account: 'luchong', gender: '男' },
  { name: '亓官彣', account: 'qiguanwen', gender: '女' },
  { name: '乜一', account: 'nieyi', gender: '男' },
];

/** An ordinary name, of two or three characters. */
export function usualName(random: Random): { name: string; gender: string } {
  const gender = random.pick(['男', '女'] as const);
  const signs = Array.from(givenNames[gender]);
  const first = random.pick(signs);
  return { name: random.pick(Array.from(surnames)) + first + (random.percent(68) ? random.pick(signs) : ''), gender };
}
