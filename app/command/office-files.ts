interface Named {
  /** The module's name, such as acme. */
  readonly name: string;
  /** The title of its menu group. */
  readonly title: string;
  /** The path of the compiler's settings, from the company's folder. */
  readonly settings: string;
  /** The prefix of each command: it names the folder in a checkout, and is empty in a folder with the package. */
  readonly prefix: string;
  /** Its package.json, if the product is a package. */
  readonly manifest?: object;
}

/** The files of a new company's folder, by their paths in it. */
export const officeFiles = (named: Named): Readonly<Record<string, string>> => ({
  'office.ts': office(named),
  'contract.ts': contract(named),
  'server.ts': server(named),
  'web.tsx': web(named),
  'migrations/.gitkeep': '',
  [`${named.name}.test.ts`]: test(named),
  'tsconfig.json': `{ "extends": "${named.settings}", "include": ["."] }\n`,
  '.gitignore': 'node_modules/\ndata/\n.cache/\n',
  ...(named.manifest === undefined ? {} : { 'package.json': `${JSON.stringify(named.manifest, null, 2)}\n` }),
  // For people, and for those who let an assistant write code.
  ...Object.fromEntries(Object.entries({ README: readme(named), AGENTS: agents(named) }).map(([name, text]) => [`${name}.md`, text])),
});

const office = ({ name }: Named): string => `import { type Module, sys } from 'back-office/contract';
import { ${name} } from './contract.ts';

/** 本系统的模块，按顺序：先是产品自带的 sys，然后是自己的。 */
export const modules: readonly Module[] = [sys, ${name}];
`;

const contract = ({ name, title }: Named): string => `import type { Module } from 'back-office/contract';

/** 两端共用的声明：资源、菜单、规则。 */
export const ${name}: Module = {
  name: '${name}',
  menu: [{ path: '/${name}', title: '${title}', icon: 'database' }],
  features: [],
};
`;

const server = ({ name }: Named): string => `import { join } from 'node:path';
import type { ServerModule } from 'back-office/server';

/** 服务端：数据库变更，以及与通用做法不同的操作、接口、任务。 */
export const server: ServerModule = {
  name: '${name}',
  migrations: join(import.meta.dirname, 'migrations'),
  features: [],
};
`;

const web = ({ name }: Named): string => `import type { WebModule } from 'back-office/web';

/** 浏览器端：自己的页面、单元格、标签页、首页卡片、命令面板。 */
export const web: WebModule = { name: '${name}' };
`;

const test = ({ name }: Named): string => `import { testModule } from 'back-office/testing';
import { ${name} } from './contract.ts';

testModule(${name});
`;

const readme = ({ name, title, prefix, manifest }: Named): string => `# ${title}

本目录是一个业务模块（\`${name}\`），${manifest === undefined ? '与产品代码分开存放，不需要安装依赖。以下命令在产品目录里执行' : '产品是它的一个依赖。以下命令在本目录里执行'}：

\`\`\`sh
${prefix}npm start          # 启动
${prefix}npm run dev        # 开发，修改后自动重载；打印两个地址，打开 Vite 的 http://localhost:5173
${prefix}npm run check      # 检查类型
${prefix}npm test           # 类型与测试，内置数据库和 PostgreSQL 各一遍
${prefix}npx back-office add resource agreement --title 合同
${prefix}npx back-office doctor
\`\`\`

| 文件 | 内容 |
|---|---|
| \`office.ts\` | 系统由哪些模块组成，按顺序 |
| \`contract.ts\` | 资源、菜单、规则，两端共用 |
| \`server.ts\` | 服务端 |
| \`web.tsx\` | 浏览器端 |
| \`migrations/\` | 数据库变更，\`NNNN-名称.sql\`，执行过的文件不再修改 |
| \`${name}.test.ts\` | 对所有声明的检查 |

只能引用 \`back-office/contract\`、\`back-office/server\`、\`back-office/web\`、\`back-office/testing\` 四个入口。
`;

const agents = ({ name, prefix, manifest }: Named): string => `# 写给编程助手

- 只引用四个入口：\`back-office/contract\`（两端）、\`back-office/server\`、\`back-office/web\`、\`back-office/testing\`。
- 名称以模块开头：资源 \`${name}/…\`，表 \`${name}_…\`，菜单路径 \`/${name}…\`，任务 \`${name}-…\`。
- 一个文件一个声明。改表要加新的 \`migrations/NNNN-名称.sql\`，从不修改执行过的文件。
- \`contract.ts\` 与声明文件里只有数据和纯函数，不引用 Node，不引用 React。
- 不用 enum、不用参数属性：Node 直接运行 TypeScript。
- 新资源用命令生成：\`${prefix}npx back-office add resource <名称> --title <标题>\`。
- 改完后在${manifest === undefined ? '产品目录' : '本目录'}执行 \`${prefix}npm run check\` 和 \`${prefix}npm test\`，两者都要通过。
`;
