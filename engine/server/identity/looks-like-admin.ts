/** Letters of other scripts, digits and signs that look like a Latin letter at a glance. */
const alike: Readonly<Record<string, string>> = Object.fromEntries(
  [
    ['a', 'аɑαᴀ4@'],
    ['d', 'ԁɗđᴅ'],
    ['m', 'мᴍμ'],
    ['i', 'іıιɪ1l|!íⅼӏ'],
    ['n', 'пոɴη'],
    ['o', 'оοσ0'],
    ['e', 'еє3'],
    ['r', 'гʀ'],
    ['s', 'ѕ5$'],
    ['t', 'тτ7+'],
    ['u', 'υս'],
    ['y', 'уγ'],
    ['p', 'рρ'],
  ].flatMap(([letter = '', signs = '']) => signs.split('').map((sign) => [sign, letter])),
);

/** The names that nobody may register or imitate, normalised by `skeleton`. */
const reserved = new Set(
  ['admin', 'admins', 'administrator', 'sysadmin', 'superadmin', 'superuser', 'root', 'system', 'sysop'].map(skeleton),
);
const reservedWords = ['管理员', '管理員', '系统账号'];

/**
 * Whether a name could pass for the administrator's, regardless of case, width, invisible characters, letters of other
 * scripts, digits in place of letters, separators or trailing digits. `badminton` does not.
 */
export function looksLikeAdmin(name: string): boolean {
  const shown = visible(name);
  if (reservedWords.some((word) => shown.replace(/[^\p{L}\p{N}]/gu, '').includes(word))) return true;
  const parts = [shown, ...shown.split(/[^\p{L}\p{N}@$!|+]+/u)];
  return parts.some((part) => [part, part.replace(/\d+$/, ''), part.replace(/^\d+/, '')].some((text) => reserved.has(skeleton(text))));
}

/** A name as it appears: compatibility forms folded, marks and invisible characters removed, in lower case. */
const visible = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}\p{Cc}\u115f\u1160\u3164\uffa0]/gu, '')
    .toLowerCase();

function skeleton(text: string): string {
  return Array.from(text.replace(/rn/g, 'm'))
    .map((sign) => alike[sign] ?? sign)
    .join('')
    .replace(/[^\p{L}\p{N}]/gu, '');
}
