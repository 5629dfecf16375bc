import type { Resource } from '../resource/resource.ts';
import { dept } from './dept.ts';
import { dict } from './dict.ts';
import { district } from './district.ts';
import { file } from './file.ts';
import { sysFunction } from './function.ts';
import { logLogin } from './log-login.ts';
import { logOpt } from './log-opt.ts';
import { msg } from './msg.ts';
import { org } from './org.ts';
import { recycle } from './recycle.ts';
import { role } from './role.ts';
import { session } from './session.ts';
import { smsTemplate } from './sms-template.ts';
import { sms } from './sms.ts';
import { user } from './user.ts';

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
