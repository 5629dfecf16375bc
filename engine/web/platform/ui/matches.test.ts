import { beforeAll, describe, expect, test } from 'vitest';
import { loadPinyin, matches } from './matches.ts';

describe('a search among choices', () => {
  test('matches text before the pinyin tables are loaded', () => {
    expect(matches('深圳市', '圳')).toBe(true);
    expect(matches('Admin', 'aDM')).toBe(true);
  });

  describe('once pinyin is loaded', () => {
    beforeAll(loadPinyin);

    test.each(['深圳', 'sz', 'SZ', 'shenzhen', 'shen zhen', 'shenz', "shen'zhen", '', ' sz '])('finds 深圳市 by %j', (query) => {
      expect(matches('深圳市', query)).toBe(true);
    });

    test.each(['gz', 'hen', 'shenzhenx', '广', '1'])('does not find 深圳市 by %j', (query) => {
      expect(matches('深圳市', query)).toBe(false);
    });

    test('finds ü by v', () => {
      expect(matches('女', 'nv')).toBe(true);
    });
  });
});
