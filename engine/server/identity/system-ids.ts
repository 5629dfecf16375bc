/**
 * Ids of the two records that the product itself depends on: the account admin and the role admin.
 * @example
 * // Whom to notify if nobody is in charge of an agreement.
 * const toldOf = ({ sysUserId }: { sysUserId: string | null }) => [sysUserId ?? systemIds.adminUser];
 */
export const systemIds = {
  adminUser: '00000000-0000-7000-8000-000000000001',
  adminRole: '00000000-0000-7000-8000-000000000002',
} as const;
