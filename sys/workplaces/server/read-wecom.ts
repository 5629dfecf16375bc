import type { DirectoryContent, DirectoryDepartment } from '@back-office/server/office/directory.ts';
import { z } from 'zod';
import { Groups } from './groups.ts';
import { retryWhileBusy } from './retry-while-busy.ts';
import { phoneIn, textIn } from './text-in.ts';
import { isFormerMember } from './is-former-member.ts';
import type { WecomGet } from './wecom-get.ts';
import { wecomSubject } from './wecom-subject.ts';

const departmentsAnswer = z.object({
  department: z.array(z.object({ id: z.number(), name: textIn, parentid: z.number().optional() })),
});
const membersAnswer = z.object({
  userlist: z.array(
    z.object({
      userid: z.string().min(1),
      name: textIn,
      mobile: phoneIn,
      email: textIn,
      biz_mail: textIn,
      department: z.array(z.number()).default([]),
      main_department: z.number().optional(),
      status: z.number().optional(),
      enable: z.number().optional(),
    }),
  ),
});
const tagsAnswer = z.object({ taglist: z.array(z.object({ tagid: z.number(), tagname: z.string() })) });
const tagAnswer = z.object({
  userlist: z.array(z.object({ userid: z.string().min(1) })).default([]),
  partylist: z.array(z.number()).default([]),
});

/** The id of the root department, the company itself: people in it belong to the organisation, but to no department. */
const root = 1;

/** Reads everything visible to the app: people department by department, as an answer covers one, and tags as groups. */
export async function readWecom(get: WecomGet, signal: AbortSignal): Promise<DirectoryContent> {
  const ask: WecomGet = (path, params, schema) => retryWhileBusy(signal, () => get(path, params, schema));
  const { department: all } = await ask('department/list', {}, departmentsAnswer);
  const members = new Map<string, z.output<typeof membersAnswer>['userlist'][number]>();
  for (const { id } of all) {
    const { userlist } = await ask('user/list', { department_id: String(id) }, membersAnswer);
    for (const member of userlist) members.set(wecomSubject(member.userid), member);
  }
  const groups = new Groups(new Map(all.map(({ id, parentid }) => [String(id), parentid === undefined ? undefined : String(parentid)])));
  for (const { tagid, tagname } of (await ask('tag/list', {}, tagsAnswer)).taglist) {
    const { userlist, partylist } = await ask('tag/get', { tagid: String(tagid) }, tagAnswer);
    groups.add(tagname, { people: userlist.map(({ userid }) => wecomSubject(userid)), departments: partylist.map(String) });
  }
  const keyOf = (id: number | undefined): string | undefined => (id === undefined || id === root ? undefined : String(id));
  return {
    departments: all.flatMap(({ id, name, parentid }): DirectoryDepartment[] =>
      id === root ? [] : [{ key: String(id), name: name ?? String(id), parent: keyOf(parentid) }],
    ),
    people: [...members].map(([subject, { userid, name, mobile, email, biz_mail, department, main_department, ...state }]) => ({
      subject,
      account: userid,
      name,
      phone: mobile,
      email: biz_mail ?? email,
      department: keyOf(main_department ?? department[0]),
      groups: groups.of(subject, department.map(String)),
      isDisabled: isFormerMember(state),
    })),
  };
}
