/** One of the user's own passkeys: an item of `data` of GET /api/sys/passkey/select-own. */
export interface OwnPasskey {
  id: string;
  passkeyName: string;
  passkeySynced: '是' | '否';
  createTime: string;
  lastUsedTime: string | null;
  lastUsedIp: string | null;
}

/** `data` of POST /api/sys/passkey/save-own; codes where it is the person's first second factor, shown once. */
export interface AddedPasskey {
  id: string;
  recoveryCodes?: string[];
}
