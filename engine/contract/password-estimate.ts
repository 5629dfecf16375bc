import { type MatchExtended, ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';
import { chineseWords } from './chinese-words.ts';
import { commonPasswords } from './common-passwords.ts';
import type { PasswordOwner } from './password-rules.ts';

/** How hard a password is to guess, and why it is refused if it is too easy. */
export interface PasswordEstimate {
  issue: string | undefined;
  strength: '弱' | '中' | '强';
}

/** How many guesses a password must withstand (more if it is built around a date), and from how many it counts as strong. */
const minGuesses = 1e7;
const minGuessesWithDate = 2e8;
const strongGuesses = 1e10;

/** The factor for a symbol between two words: which symbol it is, and where it is. */
const signGuesses = 30;

let estimator: ZxcvbnFactory | undefined;

/**
 * Estimates a password by how guessers work: common passwords, words and names in pinyin, keyboard walks, dates, repetitions, letters replaced by
 * symbols, and facts about its owner (docs/hardening.md A17). Any mix of characters that matches none of these is accepted. It loads some 200 KB of
 * lists, so import it only where a password is typed.
 */
export function estimatePassword(password: string, owner: PasswordOwner): PasswordEstimate {
  estimator ??= new ZxcvbnFactory({
    dictionary: { common: dictionary['passwords-common'], ours: [...commonPasswords], chinese: chineseWords() },
    graphs: { qwerty: adjacencyGraphs.qwerty, keypad: adjacencyGraphs.keypad },
    // The work grows with the square of the length and with each symbol that may stand for a letter: a few milliseconds at most.
    maxLength: 32,
    l33tMaxSubstitutions: 20,
  });
  const known = ownerWords(owner);
  const signs = password.match(/[^\p{L}\p{N}]/gu)?.length ?? 0;
  const plain = password.replace(/[^\p{L}\p{N}]/gu, '');
  // Checks the password as typed, and without a few symbols between words, which the estimator would take for letters.
  const readings = [
    { text: password, factor: 1 },
    ...(signs > 0 && signs <= 3 && plain !== '' ? [{ text: plain, factor: signGuesses ** signs }] : []),
  ];
  let fewestGuesses = Number.POSITIVE_INFINITY;
  for (const { text, factor } of readings) {
    const { sequence } = estimator.check(text, known);
    const guesses = guessesOf(sequence) * factor;
    if (guesses < minGuessesFor(sequence)) return { issue: issueOf(sequence), strength: '弱' };
    fewestGuesses = Math.min(fewestGuesses, guesses);
  }
  return { issue: undefined, strength: fewestGuesses >= strongGuesses ? '强' : '中' };
}

/** The product of the guesses of all parts: attackers know from leaked lists how such passwords are composed. */
const guessesOf = (parts: readonly MatchExtended[]): number => parts.reduce((product, { guesses }, at) => product * guesses * (at + 1), 1);

/** Dates and keyboard walks are tried first, so the rest of the password must carry its strength. */
function minGuessesFor(parts: readonly MatchExtended[]): number {
  const walked = parts.filter(({ pattern }) => pattern === 'spatial').reduce((sum, { token }) => sum + token.length, 0);
  const length = parts.reduce((sum, { token }) => sum + token.length, 0);
  if (walked > length * 0.7) return strongGuesses;
  return parts.some(isDate) ? minGuessesWithDate : minGuesses;
}

/** The reason in words: facts about the owner and dates first, otherwise the pattern that covers most of the password. */
function issueOf(parts: readonly MatchExtended[]): string {
  if (parts.some(isOwn)) return '密码由账号、姓名或手机号组成，容易被猜到';
  if (parts.some(isDate)) return '密码以年份或日期为主，容易被猜到';
  const [longest] = parts.toSorted((one, other) => other.token.length - one.token.length);
  return causes[longest?.pattern ?? ''] ?? '密码过于常见，请换一个';
}

const causes: Readonly<Record<string, string>> = {
  spatial: '密码是键盘上相邻的按键，容易被猜到',
  repeat: '密码是重复的字符，容易被猜到',
  sequence: '密码是连续的字母或数字，容易被猜到',
};

const isDate = ({ pattern }: MatchExtended): boolean => pattern === 'date' || pattern === 'regex';
const isOwn = (part: MatchExtended): boolean => 'dictionaryName' in part && String(part['dictionaryName']).startsWith('userInputs');

/** Publicly known facts about the owner: the account and its parts, the name as written and in pinyin, pieces of the phone number. */
function ownerWords({ account, name = '', phone = '', pinyin = [] }: PasswordOwner): string[] {
  const parts = account.split(/[^\p{L}\p{N}]+|(?<=\p{L})(?=\p{N})|(?<=\p{N})(?=\p{L})/u).filter((part) => part.length >= 3);
  const [family = '', ...given] = pinyin;
  const initials = pinyin.map((syllable) => syllable.slice(0, 1)).join('');
  const names = [name, name.slice(1), pinyin.join(''), given.join(''), given.join('') + family, family, initials].filter(
    (word) => word.length >= (/^[\x20-\x7e]*$/.test(word) ? 3 : 2),
  );
  const digits = phone.replace(/\D/g, '').slice(-11);
  const pieces: string[] = [];
  for (let size = digits.length; size >= 4; size--)
    for (let from = digits.length - size; from >= 0; from--) pieces.push(digits.slice(from, from + size));
  return [...new Set([account, ...names, ...parts, ...pieces])].filter((word) => word !== '');
}
