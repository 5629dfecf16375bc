import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { writeOffice } from './testing/write-office.ts';

/** The messages about a company's browser modules before the build, and the exit code. */
const judge = async (web: string): Promise<{ code: unknown; said: string; folder: string }> => {
  const folder = await writeOffice({ 'web.tsx': web });
  return new Promise((done) => {
    execFile(process.execPath, [join(import.meta.dirname, 'try-web.ts'), folder], (error, _out, said) =>
      done({ code: error?.code ?? 0, said, folder }),
    );
  });
};

describe('a company’s browser part', () => {
  it('is accepted when it is valid', async () => {
    expect(await judge("export const web = { name: 'acme', shell: [{ name: 'acme' }] };")).toMatchObject({ code: 0, said: '' });
  });

  it('draws with the libraries of the product, wherever its folder is', async () => {
    const page = `import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useLocation } from 'react-router';
const Card = () => <Button>{useLocation().pathname + String(useQuery({ queryKey: [] }).data)}</Button>;
export const web = { name: 'acme', shell: [{ name: 'acme', home: [{ key: 'acme', title: '卡', Card }] }] };`;
    expect(await judge(page)).toMatchObject({ code: 0, said: '' });
  });

  it('is refused when it throws while being run, with the position and the cure', async () => {
    const { code, said, folder } = await judge(
      "const start = () => {\n  throw new Error('out of order');\n};\nexport const web = start();\n",
    );
    expect(code).toBe(1);
    expect(said).toBe(`${folder}/web.tsx:2:9 cannot be run in the browser: out of order. Mend it, or do it in a component.\n`);
  });

  it('is refused when it is invalid, with the file', async () => {
    const { code, said, folder } = await judge("export const web = { name: 'acme', shell: [{ name: 'poeple' }] };");
    expect(code).toBe(1);
    expect(said).toContain(`${folder}/web.tsx: acme has a shell of poeple, but no feature of that name`);
  });

  it('is left to the build when it uses what only a browser has', async () => {
    expect(await judge("customElements.define('acme-map', class {});\nexport const web = { name: 'acme' };")).toMatchObject({ code: 2 });
  });
});
