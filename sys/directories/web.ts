import type { WebFeature } from '@back-office/web/shell/routing/web-feature.ts';
import { DirectoryListPage } from './web/directory-list-page.tsx';

/** The page of directories, which differs from the pattern. */
export const directoriesWeb: WebFeature = { name: 'directories', pages: { 'sys/directory/list': DirectoryListPage } };
