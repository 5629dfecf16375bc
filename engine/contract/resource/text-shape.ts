import type { TextField } from './field.ts';

interface TextShape {
  readonly pattern: RegExp;
  /** Follows the field's label in the refusal. */
  readonly message: string;
}

/**
 * The shapes that a text field may ask for by name. Every pattern is linear: no nested repeats, so that no input can
 * make it slow (docs/hardening.md C17).
 */
export const textShapes: Readonly<Record<NonNullable<TextField['shape']>, TextShape>> = {
  account: { pattern: /^[A-Za-z0-9][A-Za-z0-9_.@-]*$/, message: '只能由字母、数字和 _ . @ - 组成，且以字母或数字开头' },
  code: { pattern: /^[A-Za-z0-9][A-Za-z0-9_:.-]*$/, message: '只能由字母、数字和 _ : . - 组成，且以字母或数字开头' },
  phone: { pattern: /^\+?[0-9][0-9 -]{4,19}$/, message: '格式不正确，例如 13812345678 或 010-12345678' },
  email: {
    pattern: /^[^\s@<>"',;:\\]{1,64}@[A-Za-z0-9][A-Za-z0-9-]*(?:\.[A-Za-z0-9][A-Za-z0-9-]*)+$/,
    message: '格式不正确，例如 name@example.com',
  },
  // A path of the site, absolute or relative, or a link of these four schemes; nothing else that has a scheme.
  link: {
    pattern: /^(?:https?:\/\/|mailto:|tel:|\/(?![/\\])|(?![A-Za-z][A-Za-z0-9+.-]*:)[A-Za-z0-9_.:*?-])[^\s<>"'\\]*$/i,
    message: '只能是站内路径或 http、https、mailto、tel 链接',
  },
  districtCode: { pattern: /^(?:[0-9]{6}|[0-9]{9}|[0-9]{12})$/, message: '应为 6、9 或 12 位数字' },
  page: { pattern: /^[A-Za-z][A-Za-z0-9_/-]*$/, message: '应为 Layout、AppMain 或页面名称，例如 sys/user/list' },
  permissions: { pattern: /^[A-Za-z][A-Za-z0-9_:-]*(?:,[A-Za-z][A-Za-z0-9_:-]*)*$/, message: '应为用英文逗号分隔的权限，例如 read,add' },
};
