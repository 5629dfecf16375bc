import { expect, it, test } from 'vitest';
import { refusalToUploadError, statusToUploadError } from './to-upload-error.ts';

const said = (text: string, status = 500) => statusToUploadError({ url: '/api/file/upload', status, text }).message;

test.each([
  ['{"error":"disk on fire"}', 'disk on fire'],
  ['{"success":false,"code":50000,"message":"服务器异常，请稍后重试！"}', '服务器异常，请稍后重试！'],
  ['上传失败', '上传失败'],
  ['', 'fail to post /api/file/upload 500'],
  ['<html>502 Bad Gateway</html>', 'fail to post /api/file/upload 500'],
  ['{}', 'fail to post /api/file/upload 500'],
])('an answer of %j is reported as %s', (text, message) => expect(said(text)).toBe(message));

it('treats a busy server as temporary, with the delay that it asks for', () => {
  expect(statusToUploadError({ url: '/', status: 429, text: '', retryAfter: 3 })).toMatchObject({ kind: 'busy', after: 3000 });
  expect(statusToUploadError({ url: '/', status: 503, text: '' })).toMatchObject({ kind: 'busy', after: undefined });
  expect([400, 413, 500].map((status) => statusToUploadError({ url: '/', status, text: '' }).kind)).toEqual(['failed', 'failed', 'failed']);
});

it('distinguishes an upload that the server does not know from a file that it refuses', () => {
  expect(refusalToUploadError({ code: 40400, message: '数据不存在或已被删除' }).kind).toBe('gone');
  expect(refusalToUploadError({ code: 40000, message: '文件超出限制！' })).toMatchObject({ kind: 'refused', message: '文件超出限制！' });
});
