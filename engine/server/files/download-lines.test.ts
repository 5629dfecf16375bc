import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FileRecord, ViewerLink } from '@back-office/contract/calls/file.ts';
import { pdfOf, pngOf } from '../testing/file-samples.ts';
import { openTestApp, type Session, type TestApp, userPassword } from '@back-office/app/testing/server/test-app.ts';
import { fetchPath, sendFile } from '@back-office/app/testing/server/uploads.ts';

/* What the operation log says of documents that leave the system (docs/hardening.md L04). */
let app: TestApp;
let me: Session;
beforeAll(async () => {
  app = await openTestApp({ officeViewer: 'https://viewer.example.com/?src={url}' });
  me = await app.userWith({});
});
afterAll(() => app.drop());

const statusOf = async (path: string, headers = {}): Promise<number> => (await fetchPath(app, path, headers)).status;

describe('a download of a document', () => {
  const lines = async () => {
    const { rows } = await app.database.pool.query<{ line: string }>(
      `DELETE FROM sys_log_opt WHERE opt_type IN ('下载', '外部预览') RETURNING opt_type || ' ' || opt_target AS line`,
    );
    return rows.map(({ line }) => line);
  };
  const line = '下载 合同.pdf';
  const documentOf = async (session: Session) => (await sendFile(app, session.token, { name: '合同.pdf', bytes: pdfOf(500) })).data;

  it('is logged each time that the whole is sent, whatever range was asked for', async () => {
    const { filePath, fileSize } = await documentOf(me);
    const whole: Record<string, string>[] = [
      {},
      { range: 'bytes=0-' },
      { range: 'bytes=1-', 'if-range': '"x"' },
      { range: 'bytes=0-0,2-3' },
      { range: 'bytes=9-5' },
      { range: 'bytes=0-999999999' },
      { range: `bytes=-${fileSize}` },
    ];
    for (const headers of whole) {
      expect((await fetchPath(app, filePath, headers)).bytes.length).toBe(fileSize);
      expect(await lines(), JSON.stringify(headers)).toEqual([line]);
    }
  });

  it('by ranges is logged once for each session', async () => {
    const { filePath, id } = await documentOf(me);
    for (const range of ['bytes=1-', 'bytes=0-0', 'bytes=100-199']) expect(await statusOf(filePath, { range })).toBe(206);
    expect(await lines()).toEqual([line]);
    const again = await app.signIn(me.account, userPassword);
    const path = (await app.call<FileRecord[]>(again.token, 'GET', `file/select?ids=${id}`)).data[0]?.filePath ?? '';
    await statusOf(path);
    for (const range of ['bytes=1-', 'bytes=5-9']) await statusOf(path, { range });
    expect(await lines()).toEqual([line]);
  });

  it('is not logged where no byte is sent, nor that of an image', async () => {
    const { filePath } = await documentOf(me);
    const { headers } = await fetchPath(app, filePath, {}, 'HEAD');
    const statuses = [
      await statusOf(filePath, { 'if-none-match': String(headers['etag']) }),
      await statusOf(filePath, { range: 'bytes=9999-' }),
    ];
    expect(statuses).toEqual([304, 416]);
    await statusOf((await sendFile(app, me.token, { name: 'a.png', bytes: pngOf(30, 20) })).data.filePath);
    expect(await lines()).toEqual([]);
  });

  it('by an external viewer is logged when the link for it is made', async () => {
    const { id } = await documentOf(me);
    expect((await app.call<ViewerLink>(me.token, 'POST', 'file/viewer-link', { id })).code).toBe(20000);
    expect(await lines()).toEqual(['外部预览 合同.pdf']);
  });
});
