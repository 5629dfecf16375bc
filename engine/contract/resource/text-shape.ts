import type { NamedShape, OwnShape } from './field.ts';

interface TextShape {
  readonly pattern: RegExp;
  /** The refusal's message, after the field's label. */
  readonly message: string;
}

/**
 * The named shapes of text fields, shared by many. Every pattern is linear, without nested repeats, so that no input can make it slow
 * (docs/hardening.md C17).
 */
const textShapes: Readonly<Record<NamedShape, TextShape>> = {
  account: { pattern: /^[A-Za-z0-9][A-Za-z0-9_.@-]*$/, message: '只能由字母、数字和 _ . @ - 组成，且以字母或数字开头' },
  code: { pattern: /^[A-Za-z0-9][A-Za-z0-9_:.-]*$/, message: '只能由字母、数字和 _ : . - 组成，且以字母或数字开头' },
  phone: { pattern: /^\+?[0-9][0-9 -]{4,19}$/, message: '格式不正确，例如 13812345678 或 010-12345678' },
  email: {
    pattern: /^[^\s@<>"',;:\\]{1,64}@[A-Za-z0-9][A-Za-z0-9-]*(?:\.[A-Za-z0-9][A-Za-z0-9-]*)+$/,
    message: '格式不正确，例如 name@example.com',
  },
  // A path of the site, absolute or relative, or a link with one of these four schemes; no other scheme.
  link: {
    pattern: /^(?:https?:\/\/|mailto:|tel:|\/(?![/\\])|(?![A-Za-z][A-Za-z0-9+.-]*:)[A-Za-z0-9_.:*?-])[^\s<>"'\\]*$/i,
    message: '只能是站内路径或 http、https、mailto、tel 链接',
  },
};

/** The pattern and the message of a shape. */
export const shapeOf = (shape: NamedShape | OwnShape): TextShape =>
  typeof shape === 'string' ? textShapes[shape] : { pattern: new RegExp(shape.pattern), message: shape.message };

const examples: Readonly<Record<NamedShape, string>> = {
  account: 'example',
  code: 'EXAMPLE',
  phone: '13800000000',
  email: 'name@example.com',
  link: '/example',
};

/** An example of this shape, for templates and documents. */
export const exampleOfShape = (shape: NamedShape | OwnShape): string => (typeof shape === 'string' ? examples[shape] : shape.example);
