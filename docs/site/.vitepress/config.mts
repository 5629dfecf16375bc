import { readFileSync } from 'node:fs';
import { defineConfig } from 'vitepress';

/* The guide as a site: the same files that are read as files. `npm run docs` installs and builds it (scripts/docs.mjs). */
const chapter = (text: string, page: string) => ({ text, link: `/docs/guide/${page}` });

const { left } = JSON.parse(readFileSync(new URL('../pages.json', import.meta.url), 'utf8')) as { left: string[] };

export default defineConfig({
  lang: 'zh-CN',
  title: '管理后台',
  description: '写自己的业务：指南与参考',
  // Copies, beside what they are drawn with (scripts/docs.mjs).
  srcDir: '.pages',
  outDir: '../../.cache/docs',
  cacheDir: '../../.cache/docs-made',
  rewrites: (id) => id.replace(/README\.md$/, 'index.md'),
  // To what stands beside the site: sources, folders and documents for those who change the product itself.
  ignoreDeadLinks: left.map((path) => new RegExp(path)),
  themeConfig: {
    nav: [
      { text: '指南', link: '/docs/guide/' },
      { text: '参考', link: '/docs/guide/reference' },
      { text: '例子', link: '/examples/agreements/' },
    ],
    sidebar: [
      { text: '开始', items: [chapter('公司的文件夹', ''), chapter('十分钟', 'ten-minutes')] },
      {
        text: '写业务',
        items: [
          chapter('资源与字段', 'resources'),
          chapter('菜单、权限与数据范围', 'rights'),
          chapter('跨字段的规则', 'rules'),
          chapter('包装已有的操作', 'wrapping'),
          chapter('自己的接口', 'calls'),
          chapter('后台任务', 'jobs'),
          chapter('接口密钥与接口文档', 'programs'),
          chapter('自己的设置', 'settings'),
          chapter('给我们的资源加字段', 'extending'),
          chapter('页面、单元格、卡片、标签页', 'pages'),
          chapter('表、迁移与初始数据', 'data'),
          chapter('测试', 'testing'),
        ],
      },
      {
        text: '运行',
        items: [
          chapter('部署与备份', 'operating'),
          chapter('升级', 'upgrading'),
          chapter('没有网络的机器', 'offline'),
          chapter('运行状态', 'admin/status'),
          chapter('定时任务', 'admin/jobs'),
          chapter('参数设置', 'admin/settings'),
          chapter('用公司的账号登录', 'sign-in'),
          chapter('通行密钥', 'admin/passkeys'),
        ],
      },
      {
        text: '参考',
        items: [
          chapter('字段种类与全部选项', 'reference'),
          ...['contract', 'server', 'web', 'testing'].map((entry) => ({ text: `back-office/${entry}`, link: `/docs/reference/${entry}` })),
        ],
      },
    ],
    outline: { level: [2, 3], label: '本页' },
    docFooter: { prev: '上一章', next: '下一章' },
    search: {
      provider: 'local',
      options: {
        translations: {
          button: { buttonText: '搜索' },
          modal: { noResultsText: '没有找到', footer: { selectText: '打开', navigateText: '移动', closeText: '关闭' } },
        },
        miniSearch: {
          // Chinese has no spaces between words: each sign is found, and all that were typed must be there.
          options: { tokenize: (text: string) => text.match(/\p{Script=Han}|[\p{L}\p{N}]+/gu) ?? [] },
          searchOptions: { combineWith: 'AND' },
        },
      },
    },
  },
});
