import type { Plugin } from 'vite';

/** Chunks that run before a page can be used (vite.config.ts): most of their functions are called by then. */
const ahead = new Set(['start', 'react', 'shell', 'antd', 'pages']);
const hint = '//# allFunctionsCalledOnLoad\n';

/**
 * Makes the browser compile these chunks as a whole while they load, on a separate thread. By default V8 compiles each function at its
 * first call, on the main thread: a fifth of that thread's work until a list has rows. Other browsers take it for a comment.
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
