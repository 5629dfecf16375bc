/** A member's id: 企业微信 makes no difference between small and capital letters, so neither may an account's link. */
export const wecomSubject = (userid: string): string => userid.toLowerCase();
