import type { WebFeature } from '@back-office/web/shell/routing/web-feature.ts';
import { FunctionListPage, FunctionViewPage } from './web/function.tsx';

/** The pages of this feature that differ from the pattern. */
export const functionsWeb: WebFeature = {
  name: 'functions',
  pages: {
    'sys/function/list': FunctionListPage,
    'sys/function/view': FunctionViewPage,
  },
};
