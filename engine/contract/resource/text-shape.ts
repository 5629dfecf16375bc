import type { NamedShape, OwnShape } from './field.ts';

type TextShape = Omit<OwnShape, 'pattern'> & { readonly pattern: RegExp };

/**
 * The named shapes of text fields, shared by many. Every pattern is linear, without nested repeats, so that no input can make it slow
 * (docs/hardening.md C17).
 */
const textShapes: Readonly<Record<NamedShape, TextShape>> = {
  account: { pattern: /^[A-Za-z0-9][A-Za-z0-9_.@-]*$/, message: '只能由字母、数字和 _ . @ - 组成，且以字母或数字开头', example: 'example' },
  code: { pattern: /^[A-Za-z0-9][A-Za-z0-9_:.-]*$/, message: '只能由字母、数字和 _ : . - 组成，且以字母或数字开头', example: 'EXAMPLE' },
  phone: { pattern: /^\+?[0-9][0-9 -]{4,19}$/, message: '格式不正确，例如 13812345678 或 010-12345678', example: '13800000000' },
  email: {
    pattern: /^[^\s@<>"',;:\\]{1,64}@[A-Za-z0-9][A-Za-z0-9-]*(?:\.[A-Za-z0-9][A-Za-z0-9-]*)+$/,
    message: '格式不正确，例如 name@example.com',
    example: 'name@example.com',
  },
  // A path of the site, absolute or relative, or a link with one of these four schemes; no other scheme.
  link: {
    pattern: /^(?:https?:\/\/|mailto:|tel:|\/(?![/\\])|(?![A-Za-z][A-Za-z0-9+.-]*:)[A-Za-z0-9_.:*?-])[^\s<>"'\\]*$/i,
    message: '只能是站内路径或 http、https、mailto、tel 链接',
    example: '/example',
  },
};

/** The pattern of the whole text, the message and the example of a shape. */
export const shapeOf = (shape: NamedShape | OwnShape): TextShape =>
  typeof shape === 'string' ? textShapes[shape] : { ...shape, pattern: new RegExp(`^(?:${shape.pattern})$`) };

/** An example of this shape, for templates and documents. */
export const exampleOfShape = (shape: NamedShape | OwnShape): string => shapeOf(shape).example;
