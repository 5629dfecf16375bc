import type { OwnShape } from '@back-office/contract/resource/field.ts';

/** The code of a district: six figures, nine or twelve of what lies below it. */
export const districtCodeShape: OwnShape = {
  pattern: '^(?:[0-9]{6}|[0-9]{9}|[0-9]{12})$',
  message: '应为 6、9 或 12 位数字',
  example: '110000',
};
