/** Family names and parts of given names in pinyin, most frequent first. */
const family =
  `wang li zhang liu chen yang huang zhao wu zhou xu sun ma zhu hu guo he lin gao luo zheng liang xie song tang xu han feng deng cao peng
  zeng xiao tian dong pan yuan cai jiang yu du ye cheng wei su lu ding ren shen yao jin zhong cui tan fan shi liao jia xia fu bai zou meng xiong qin qiu`.split(
    /\s+/,
  );
const given =
  `wei fang na min jing li qiang lei jun yang yong yan jie juan tao ming chao xia ping gang hui peng hua fei bin bo yu xin hao jian lin mei
  ling ying long xue yun dan hong feng liang kai dong jia hai zhi qing lan bing ting yi wen lu rui qi xiang song nan cheng zhen xiu chun bao san si xiaoming xiaohong`.split(
    /\s+/,
  );

/** Words of Chinese passwords besides names: endearments, cities, companies, and names of systems. */
const words =
  `woaini woaiwo aini woaijia woaiwojia woaizhongguo iloveu laopo laogong baobei baobao mama baba nihao nihaoma shijie mima wodemima
  wdmm xiaoxiao haha hehe shengri kuaile xingfu pengyou zhongguo china beijing shanghai guangzhou shenzhen hangzhou nanjing wuhan chengdu chongqing tianjin
  xian suzhou huawei alibaba taobao tencent tengxun weixin wechat baidu xiaomi jingdong bytedance meituan gongsi company bangong office guanli guanliyuan
  admin administrator root system xitong yonghu user denglu login test ceshi demo houtai oa erp 520 1314 5201314 woaini1314 woaini520 caonima nima`.split(
    /\s+/,
  );

/** The names and words in the order in which a guesser would try them; ranks beyond the first thousand are rough. */
export const chineseWords = (): string[] => [
  ...words,
  ...family,
  ...given,
  ...family.flatMap((name) => given.map((other) => name + other)),
];
