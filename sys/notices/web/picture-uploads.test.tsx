import { stubServer } from '@back-office/web/testing/stub-server.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { pictureUploads, previewLimit } from './picture-uploads.ts';

/** Stores every upload at once; the file's id is its name. */
class Sender extends XMLHttpRequest {
  override send(body: FormData): void {
    const { name } = body.get('chunk') as File;
    const text = JSON.stringify({ success: true, code: 20000, message: '', data: { id: name, filePath: `/files/${name}` } });
    Object.defineProperties(this, { status: { value: 200 }, responseText: { value: text } });
    queueMicrotask(() => this.dispatchEvent(new ProgressEvent('load')));
  }
}
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('the memory of the oldest stored pictures is given back, and these are known by their file', async () => {
  stubServer();
  vi.stubGlobal('XMLHttpRequest', Sender);
  const revoke = vi.spyOn(URL, 'revokeObjectURL');
  const begin = async (at: number): Promise<string> => {
    const key = pictureUploads.begin(new File([new Uint8Array(60)], `${at}.png`, { type: 'image/png' }));
    await expect.poll(() => pictureUploads.get().get(key)?.file).toBe(`${at}.png`);
    return key;
  };
  const oldest = await begin(0);
  const preview = pictureUploads.previewOf(oldest);
  expect(preview).toMatch(/^blob:/);
  const previews = [preview];
  for (let at = 1; at < previewLimit; at += 1) previews.push(pictureUploads.previewOf(await begin(at)));
  const revoked = () => revoke.mock.calls.filter(([url]) => previews.includes(url));
  expect(revoked()).toEqual([]);
  await begin(previewLimit);
  expect(revoked()).toEqual([[preview]]);
  expect([pictureUploads.previewOf(oldest), pictureUploads.previewOf('0.png')]).toEqual([undefined, undefined]);
  expect(pictureUploads.previewOf('1.png')).toMatch(/^blob:/);
  // Cut before it was stored, and pasted back since.
  expect(pictureUploads.get().get(oldest)).toEqual({ file: '0.png' });
});
