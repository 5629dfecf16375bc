import { office } from '@back-office/app/office.ts';
import { codes } from '@back-office/contract/envelope.ts';
import { openDocument, type OpenedDocument } from '@back-office/app/testing/server/open-document.ts';
import { openTestApp, type TestApp } from '@back-office/app/testing/server/test-app.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';

let app: TestApp;
let opened: OpenedDocument;
beforeAll(async () => {
  app = await openTestApp({ officeViewer: 'https://viewer.example/?src={url}' });
  opened = await openDocument(app, await app.admin());
});
afterAll(() => app.drop());

const everything = Object.fromEntries(office.resources.map(({ name }) => [name, ['admin']]));
/** Form-encodes an example as browsers do. */
const asForm = (example: unknown): string => new URLSearchParams(Object.entries({ ...Object(example) })).toString();

it('every call that reads a body understands its documented example and answers as documented', async () => {
  const wrong: string[] = [];
  let count = 0;
  for (const [path, operations] of Object.entries(opened.document.paths))
    for (const [method, { requestBody }] of Object.entries(operations)) {
      const [type = '', content] = Object.entries(requestBody?.content ?? {})[0] ?? [];
      // Multipart forms are covered by the tests of uploads; generic bodies by those of records.
      const isOwn = app.server.declaredCalls.get(`${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`)?.shape !== undefined;
      if (!isOwn || content === undefined || type === 'multipart/form-data') continue;
      count += 1;
      // A new person and address each time: a call may end the session, and wrong passwords lock accounts and addresses.
      const { token, userId } = await app.userWith(everything);
      const { body, statusCode } = await app.server.inject({
        method: method.toUpperCase() as 'POST',
        url: path.replace(/\{\w+\}/g, userId),
        headers: { authorization: token, 'content-type': type },
        payload: type === 'application/json' ? JSON.stringify(content.example) : asForm(content.example),
        remoteAddress: `10.2.${Math.floor(count / 250)}.${count % 250}`,
      });
      const route = `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`;
      const answer: unknown = JSON.parse(body);
      const mistakes = statusCode === 200 ? opened.mistakes(route, answer) : [];
      if (body.includes(`"code":${codes.malformed.code}`) && !path.endsWith('backchannel-logout')) wrong.push(`${route}: ${body}`);
      if (body.includes('内容格式不正确') || body.includes('未知字段') || mistakes.length > 0)
        wrong.push(`${route}: ${body} ${JSON.stringify(mistakes)}`);
    }
  expect(wrong).toEqual([]);
  expect(count).toBeGreaterThan(20);
});
