/** What peoples are called in the names of autonomous places, some of them without 族. */
const peoples =
  '蒙古|回|藏|维吾尔|苗|彝|壮|布依|朝鲜|满|侗|瑶|白|土家|哈尼|哈萨克|傣|黎|傈僳|佤|畲|拉祜|水|东乡|纳西|景颇|柯尔克孜|土|达斡尔|仫佬|羌|布朗|撒拉|毛南|' +
  '仡佬|锡伯|塔吉克|怒|普米|鄂温克|保安|裕固|独龙|鄂伦春|各';
const ofPeoples = new RegExp(`(?:(?:${peoples})族|蒙古|维吾尔|哈萨克|柯尔克孜|锡伯|塔吉克)+$`);
// At least two characters stand before it: 清新区 is 清新, not 清.
const kinds = /(?<=..)(?:特别行政区|自治区|自治州|自治县|自治旗|地区|林区|特区|新区|省|市|盟|县|区)$/;

/**
 * What people call a division for short: 深圳市 is 深圳, 广西壮族自治区 is 广西, 延边朝鲜族自治州 is 延边. A name that would be
 * left with a single character stays whole, and so does a 旗 or a 矿区: 歙县, 阿拉善左旗.
 */
export function shortName(name: string): string {
  const whole = /(?:矿区|(?<!自治)旗)$/.test(name);
  const bare = whole ? name : name.replace(kinds, '');
  const short = bare.replace(ofPeoples, '');
  if (short.length >= 2) return short;
  // 东乡族自治县 and 内蒙古自治区 are named after a people.
  const people = bare.replace(/族$/, '');
  return people.length >= 2 ? people : name;
}
