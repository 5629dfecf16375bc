import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { estimatePassword } from './password-estimate.ts';
import { passwordIssue } from './password-rules.ts';

const owner = { account: 'li.ming', name: '李明', phone: '13912345678', pinyin: ['li', 'ming'] };
const issueOf = (password: string) => passwordIssue(password, owner) ?? estimatePassword(password, owner).issue;

describe('a password check', () => {
  it.each([
    ['73920518', '8 个字符的密码不能只用一类字符，请加长或混用字母、数字和符号'],
    ['zaq1@WSX', '密码是键盘上相邻的按键，容易被猜到'],
    ['Qwer!@#$1', '密码是键盘上相邻的按键，容易被猜到'],
    ['xkqzvmwp', '8 个字符的密码不能只用一类字符，请加长或混用字母、数字和符号'],
    ['qwertyuiop[]', '密码是键盘上相邻的按键，容易被猜到'],
    ['zxcvbnm,./', '密码是键盘上相邻的按键，容易被猜到'],
    ['poiuytre0987', '密码是键盘上相邻的按键，容易被猜到'],
    ['abcdefghijklm', '密码是连续的字母或数字，容易被猜到'],
    ['kxkxkxkxkx', '密码是重复的字符，容易被猜到'],
    ['x9'.repeat(128), '密码是重复的字符，容易被猜到'],
    ['19901128aa', '密码以年份或日期为主，容易被猜到'],
    ['lxj19920308', '密码以年份或日期为主，容易被猜到'],
    ['Spring2026', '密码以年份或日期为主，容易被猜到'],
    ['Zhang@2026', '密码以年份或日期为主，容易被猜到'],
    ['P@ssw0rd!!', '密码过于常见，请换一个'],
    ['Woaini1314!', '密码过于常见，请换一个'],
    ['wangfang88', '密码过于常见，请换一个'],
    ['zhangwei123', '密码过于常见，请换一个'],
    ['Huawei@123', '密码过于常见，请换一个'],
    ['wdmm123456', '密码过于常见，请换一个'],
    ['liming88', '密码由账号、姓名或手机号组成，容易被猜到'],
    ['Ming@8848', '密码由账号、姓名或手机号组成，容易被猜到'],
    ['gnimil-77', '密码由账号、姓名或手机号组成，容易被猜到'],
    ['李明李明1', '密码不能少于 8 个字符'],
    ['x13912345678', '密码由账号、姓名或手机号组成，容易被猜到'],
    ['ab12345678', '密码过于常见，请换一个'],
  ])('refuses %s: %s', (password, issue) => {
    expect(issueOf(password)).toBe(issue);
  });

  it.each([
    'x7kq9mzp',
    'aB3$xy1z',
    'tr0ub4dor&3',
    'Xk7$mQ2p',
    'xkqzvmwpd',
    'XKQZVMWPD',
    'correct horse battery',
    'Green-Lamp-7',
    '八个字的密码可以',
    '🐎🔋📎✅🐎🔋📎✅🦊',
    '&*)(_+^%$#.',
    'mdkfjeur7',
  ])('accepts %s', (password) => {
    expect(issueOf(password)).toBeUndefined();
  });

  it('accepts passwords of random characters, whichever alphabet they come from', () => {
    const digits = '0123456789';
    const small = 'abcdefghijklmnopqrstuvwxyz';
    const alphabets = [
      small + digits,
      small + small.toUpperCase(),
      small.toUpperCase() + digits,
      `${small}!@#$%^&*()_+-=`,
      `${small}一二三四五六七八九十`,
    ];
    const password = fc
      .constantFrom(...alphabets)
      .chain((alphabet) => fc.noShrink(fc.noBias(fc.array(fc.constantFrom(...alphabet.split('')), { minLength: 10, maxLength: 30 }))))
      .map((letters) => letters.join(''));
    fc.assert(
      fc.property(password, (text) => {
        expect([text, issueOf(text)]).toEqual([text, undefined]);
      }),
      { numRuns: 300, seed: 13 },
    );
  });

  it('rates the strength of accepted passwords', () => {
    expect(['Xk7$mQ2p', 'Green-Lamp-7'].map((text) => estimatePassword(text, owner).strength)).toEqual(['中', '强']);
  });
});
