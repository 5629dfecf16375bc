import type { Context } from '@back-office/server/crud/context.ts';
import { Refusal } from '@back-office/server/platform/http/refusal.ts';

/**
 * Refuses with 40300 an API key that somebody else made or handed over if it writes or starts something that acts later with the rights of its person:
 * only in the key's own calls are these limited to what its makers may (docs/decisions/0072-api-keys.md).
 */
export function refuseKeysOfOthers({ user }: Context, what: string): void {
  if (user.key !== undefined && user.key.makers.length > 0)
    throw new Refusal('notPermitted', { message: `他人建立的接口密钥不能管理${what}` });
}
