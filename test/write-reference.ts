import type { Handed } from './read-surface.ts';

const headings: Readonly<Record<string, string>> = {
  contract: '声明：两端都可引用',
  server: '服务端',
  web: '浏览器端',
  testing: '测试',
};

/** A page of the reference: the exports of an entry, each with the documentation at its definition. */
export function referenceOf(entry: string, names: readonly Handed[]): string {
  const parts = names.map(({ name, file, signature, doc }) => {
    const { text, example } = partsOf(doc);
    return [`## ${name}`, text, fenced(signature), ...(example === '' ? [] : ['例子：', fenced(example)]), `\`${file}\``].join('\n\n');
  });
  const head = `# back-office/${entry}\n\n${headings[entry] ?? ''}。由源码里的注释写成（\`npx vitest run --project architecture -u\`），不要手改。
例子里没有定义的 \`agreement\`、\`agreementLine\`、\`party\`、\`states\` 是 \`examples/agreements\` 里的声明。`;
  return `${[head, ...parts].join('\n\n')}\n`;
}

const fenced = (code: string): string => `\`\`\`ts\n${code.trim()}\n\`\`\``;

/** A docstring without comment markers: its text, with angle brackets escaped, and its example. */
function partsOf(doc: string): { text: string; example: string } {
  const plain = doc
    .split('\n')
    .map((line) => line.replace(/^\s*\*? ?/, '').trimEnd())
    .join('\n')
    .replace(/^\*/, '')
    .trim();
  const [text = '', example = ''] = plain.split(/^@example\s*$/m);
  const escaped = text
    .trim()
    .split(/(`[^`]*`)/)
    .map((part) => (part.startsWith('`') ? part : part.replaceAll('<', '&lt;').replaceAll('{{', '&#123;{')))
    .join('');
  return { text: escaped, example: example.trim() };
}
