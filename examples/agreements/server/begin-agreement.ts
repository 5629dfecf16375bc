import { create, type Operations } from 'back-office/server';

/** A new agreement begins with whoever makes it and with their organisation; both may be changed before it is saved. */
export const beginAgreement: Operations['create'] = ({ user }, resource) => ({
  ...create(resource),
  sysUserId: user.userId,
  sysOrgId: user.sysOrgId,
});
