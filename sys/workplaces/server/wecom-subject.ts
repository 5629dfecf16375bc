/** A member's id in lower case: 企业微信 treats ids as case-insensitive, so links must too. */
export const wecomSubject = (userid: string): string => userid.toLowerCase();
