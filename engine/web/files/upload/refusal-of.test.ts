import { describe, expect, it } from 'vitest';
import { limits } from '@back-office/contract/limits.ts';
import { extensionOf, refusalOf } from './refusal-of.ts';

const refused = (name: string, size = 1) => refusalOf({ name, size }, limits.upload);

describe('refusalOf', () => {
  it('accepts the types in the specification, in upper or lower case', () => {
    expect(limits.upload.types.map((type) => refused(`报告.${type}`))).toEqual(limits.upload.types.map(() => undefined));
    expect(refused('照片.JPG')).toBeUndefined();
  });

  it('names the accepted types', () => {
    const words = '文件格式只支持 jpeg、jpg、png、doc、docx、xls、xlsx、ppt、pptx、pdf、mp3、wav、mp4';
    for (const name of ['a.exe', 'a.svg', 'pdf', 'a.pdf.html', '.htaccess', 'a.', 'a.pdf/']) expect(refused(name)).toBe(words);
  });

  it('applies the size limit to the byte, and names it in megabytes', () => {
    expect(refused('a.mp4', 1024 * 1024 * 1024)).toBeUndefined();
    expect(refused('a.mp4', 1024 * 1024 * 1024 + 1)).toBe('文件大小不能超过1024M！');
    expect(refusalOf({ name: 'a.png', size: 600_000 }, { ...limits.upload, maxSize: 512 * 1024 })).toBe('文件大小不能超过0.5M！');
  });

  it('refuses an empty file', () => {
    expect(refused('a.pdf', 0)).toBe('不能上传空文件');
  });
});

it('reads the extension after the last dot', () => {
  expect(['a.tar.GZ', '无', 'a.b/c', '.png'].map(extensionOf)).toEqual(['gz', '', '', 'png']);
});
