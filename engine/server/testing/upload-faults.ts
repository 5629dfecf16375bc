/** The points where a server can die while it receives a chunk (docs/hardening.md D26), in the order of a chunk's way. */
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
