/** Where a server can die while it takes a chunk in (docs/hardening.md D26), in the order in which a chunk comes past. */
export const uploadFaults = [
  'before the first byte',
  'amid the bytes',
  'before the bytes are safe',
  'before a row names them',
  'while the whole is checked',
  'before the transaction is committed',
  'before the answer',
] as const;

export type UploadFault = (typeof uploadFaults)[number];
