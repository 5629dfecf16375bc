import { describe, expect, it } from 'vitest';
import { passwordIssue, passwordRules } from './password-rules.ts';

const owner = { account: 'li.ming' };

describe('a new password', () => {
  it.each([
    ['1234567', '密码不能少于 8 个字符'],
    ['x'.repeat(257), '密码不能超过 256 个字符'],
    ['abc\u0000defgh', '密码含有不可见的控制字符'],
    ['abc\u009bdefgh', '密码含有不可见的控制字符'],
    ['abc\tdefghij', '密码含有不可见的控制字符'],
    ['abc\ndefghij', '密码含有不可见的控制字符'],
    [' Green-Lamp-7', '密码的开头和结尾不能是空格'],
    ['73920518', '8 个字符的密码不能只用一类字符，请加长或混用字母、数字和符号'],
    ['#!$%&*()', '8 个字符的密码不能只用一类字符，请加长或混用字母、数字和符号'],
    ['xkqzvmwpd', undefined],
    ['WoAiNi1314', '密码过于常见，请换一个'],
    ['zzzzzzzzz', '密码不能是同一个字符的重复'],
    ['my-Li.Ming-9', '密码不能包含账号'],
    ['八个字的密码可以', undefined],
    ['x9'.repeat(128), undefined],
  ])('%j has the issue %s', (password, issue) => {
    expect(passwordIssue(password, owner)).toBe(issue);
    expect(passwordRules(password, owner).every(({ met }) => met)).toBe(issue === undefined);
  });

  it('must differ from the old one, which is reported before any other issue', () => {
    expect(passwordIssue('short', { ...owner, before: 'short' })).toBe('新密码不能与原密码相同');
    expect(passwordRules('Green-Lamp-7', { ...owner, before: 'Green-Lamp-7' }).filter(({ met }) => !met)).toEqual([
      { label: '与原密码不同', met: false },
    ]);
  });

  it('meets no rule while it is empty', () => {
    expect(passwordRules('', owner).map(({ met }) => met)).toEqual([false, false, false, false]);
  });
});
