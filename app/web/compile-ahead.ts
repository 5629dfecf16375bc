import type { Plugin } from 'vite';

/** What runs before a page can be used (vite.config.ts): most of its functions are called by then. */
const ahead = new Set(['start', 'react', 'shell', 'antd', 'pages']);
const hint = '//# allFunctionsCalledOnLoad\n';

/**
 * Has the browser compile these chunks whole while they come, on a thread of its own. Without a word V8 compiles each function when it is
 * called for the first time, on the thread that draws: a fifth of what that does until a list has rows. Others take it for a comment.
 */
export function compileAhead(): Plugin {
  return {
    name: 'compile-ahead',
    apply: 'build',
    enforce: 'post',
    // The name is a hash of the file's content, including this line.
    augmentChunkHash: ({ name }) => (ahead.has(name) ? hint : undefined),
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const file of Object.values(bundle)) if (file.type === 'chunk' && ahead.has(file.name)) file.code = hint + file.code;
      },
    },
  };
}
