import { create, type Operations } from 'back-office/server';

/** A new agreement starts with its creator as the person in charge, and their organisation; both can be changed before it is saved. */
export const beginAgreement: Operations['create'] = ({ user }, resource) => ({
  ...create(resource),
  sysUserId: user.userId,
  sysOrgId: user.sysOrgId,
});
