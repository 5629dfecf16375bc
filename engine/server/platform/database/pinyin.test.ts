import { expect, it } from 'vitest';
import { labelPinyin, typedPinyin } from './pinyin.ts';

it.each([
  ['深圳市', 'shenzhenshi szs'],
  ['重庆银行', 'chongqingyinhang cqyh'],
  ['成都市', 'chengdushi cds'],
  ['乐清市', 'yueqingshi yqs'],
  ['闵行区', 'minhangqu mhq'],
  ['六合区', 'luhequ lhq'],
  ['吕梁市', 'lvliangshi lls'],
  ['略阳县', 'lueyangxian lyx'],
  ['A3 公司-深圳(总)', 'a3gongsishenzhenzong a3gsszz'],
  ['2号楼', '2haolou 2hl'],
])('reads %s as %s', async (label, pinyin) => {
  expect((await labelPinyin())(label)).toBe(pinyin);
});

it('reads what may be a personal name as a name too', async () => {
  const pinyinOf = await labelPinyin();
  expect(pinyinOf('单雪')).toBe('danxue dx shanxue sx');
  expect(pinyinOf('曾国强')).toBe('cengguoqiang cgq zengguoqiang zgq');
});

it('returns nothing for a label without Chinese, and accepts any text', async () => {
  const pinyinOf = await labelPinyin();
  expect(['admin', '', '😀', '１２', '\n'].map(pinyinOf)).toEqual(['', '', '', '', '']);
  expect(pinyinOf('𠮷野家')).toMatch(/yejia/);
});

it.each([
  ['SZ', 'sz'],
  ["Xi'an", 'xian'],
  ['shen zhen', 'shenzhen'],
  ['Lüliang', 'lvliang'],
  ['lve', 'lue'],
  ['a3', 'a3'],
])('reads the typed %s as the pinyin %s', (typed, pinyin) => {
  expect(typedPinyin(typed)).toBe(pinyin);
});

it.each(['深圳', '深z', '', ' ', '12', 'a%', 'a_b', '\\'])('does not read %j as pinyin', (typed) => {
  expect(typedPinyin(typed)).toBeUndefined();
});
