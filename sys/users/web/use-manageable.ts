import type { DraftOf } from '@back-office/contract/resource/row.ts';
import type { user } from '../user.ts';
import { useRights } from '@back-office/web/platform/session/use-rights.ts';
import { useSession } from '@back-office/web/platform/session/use-session.ts';

interface Touchable {
  editable: (row: DraftOf<typeof user>) => boolean;
  removable: (row: DraftOf<typeof user>) => boolean;
}

/**
 * Which actions are offered on users: nobody deletes the account admin or themselves, and only an administrator changes the account admin
 * (docs/wire.md "Specific calls"). Other refusals are left to the server.
 */
export function useManageable(): Touchable {
  const rights = useRights();
  const { userId } = useSession();
  const isAccountAdmin = ({ userAccount }: DraftOf<typeof user>): boolean => userAccount === 'admin';
  return {
    editable: (row) => rights.all || !isAccountAdmin(row),
    removable: (row) => !isAccountAdmin(row) && row.id !== userId,
  };
}
