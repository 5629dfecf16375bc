import { afterAll, beforeAll, expect, it } from 'vitest';
import type { PageAnswer } from '@back-office/contract/calls/page.ts';
import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { openTestApp, type TestApp } from '@back-office/app/testing/server/test-app.ts';

/* Letters whose other case has a different number of characters: a search for any part of a text must find it. */
let app: TestApp;
let admin: string;
const names = ['İzmir分部', 'STRAẞE北', 'ŉanda', 'ﬁrma', 'AǰB', 'ΑΣ店', 'Ⱥlpha'];
beforeAll(async () => {
  app = await openTestApp();
  admin = await app.admin();
  for (const [at, orgName] of names.entries()) {
    expect((await app.call(admin, 'POST', 'sys/org/save', { orgName, orgCode: `i-${at}` })).code).toBe(20000);
    expect((await app.call(admin, 'POST', 'sys/user/save', { userName: orgName, userAccount: `dotted-${at}` })).code).toBe(20000);
  }
});
afterAll(() => app.drop());

const parts = (text: string): string[] => {
  const letters = Array.from(text);
  return letters.flatMap((_, from) => letters.slice(from).map((__, length) => letters.slice(from, from + length + 1).join('')));
};

it.each([
  'sys/org/select-page?like=orgName:',
  'sys/user/select-page?like=userName:',
  'sys/user/select-page?search=',
  'sys/org/select-options?search=',
])('%s finds texts whose letters change length with their case, by every part of the text', async (call) => {
  const missed: string[] = [];
  for (const name of names)
    for (const part of parts(name)) {
      const { code, data } = await app.call<PageAnswer<AnyRow>>(admin, 'GET', `${call}${encodeURIComponent(part)}&limit=100`);
      const found = code === 20000 && data.items.some((row) => [row['orgName'], row['userName'], row['label']].includes(name));
      if (!found) missed.push(`${part} in ${name}: ${code}`);
    }
  expect(missed).toEqual([]);
});
