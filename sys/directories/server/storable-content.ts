import type { DirectoryContent } from '@back-office/server/office/directory.ts';
import { storableText } from '@back-office/server/platform/database/json-text.ts';

const ifSaid = (text: string | undefined): string | undefined => text && storableText(text);

/** The content of a directory with texts that the database takes: they are whatever somebody wrote there. */
export const storableContent = ({ people, departments }: DirectoryContent): DirectoryContent => ({
  people: people.map(({ subject, account, name, phone, email, department, groups, isDisabled }) => ({
    subject: storableText(subject),
    account: storableText(account),
    name: ifSaid(name),
    phone: ifSaid(phone),
    email: ifSaid(email),
    department: ifSaid(department),
    groups: groups.map(storableText),
    isDisabled,
  })),
  departments: departments.map(({ key, name, parent }) => ({ key: storableText(key), name: storableText(name), parent: ifSaid(parent) })),
});
