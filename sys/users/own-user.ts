import { defineResource } from '@back-office/contract/resource/define-resource.ts';
import { user } from './user.ts';

const { userRemark: _remark, refuseReason: _reason, ...fields } = user.fields;

/**
 * The user's record for the personal centre, which writes five of its fields (docs/wire.md "Specific calls"). Without a data scope, so that people
 * always see themselves, and without what administrators note about them.
 */
export const ownUser = defineResource({
  name: user.name,
  title: user.title,
  table: user.table,
  label: 'userName',
  fields,
  list: [],
  form: ['userName', 'userAvatar', 'userGender', 'userPhone', 'userEmail'],
  sort: 'createTime:desc',
  unique: [['userAccount']],
});
