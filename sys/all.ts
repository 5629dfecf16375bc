import type { Resource } from '@back-office/contract/resource/resource.ts';
import { dept } from './depts/dept.ts';
import { dict } from './dictionaries/dict.ts';
import { district } from './districts/district.ts';
import { file } from './files/file.ts';
import { sysFunction } from './functions/function.ts';
import { logLogin } from './logs/log-login.ts';
import { logOpt } from './logs/log-opt.ts';
import { msg } from './notices/msg.ts';
import { org } from './orgs/org.ts';
import { recycle } from './recycle-bin/recycle.ts';
import { role } from './roles/role.ts';
import { session } from './sessions/session.ts';
import { smsTemplate } from './sms/sms-template.ts';
import { sms } from './sms/sms.ts';
import { user } from './users/user.ts';

/** Every resource there is. A new one is added here, and nowhere else, to have its calls, rights and tests. */
export const resources: readonly Resource[] = [
  user,
  role,
  sysFunction,
  org,
  dept,
  district,
  dict,
  msg,
  sms,
  smsTemplate,
  logLogin,
  logOpt,
  session,
  recycle,
  file,
];

const byName = new Map(resources.map((resource) => [resource.name, resource]));

/** The resource of that name; a name nobody declared is a bug, so it throws. */
export function resourceOf(name: string): Resource {
  const resource = byName.get(name);
  if (resource === undefined) throw new Error(`No resource is named ${name}`);
  return resource;
}
