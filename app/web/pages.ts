import { resourcePagesOf } from '@back-office/web/shell/routing/resource-pages.tsx';
import { sysWeb } from '@back-office/sys/web.ts';
import { office } from '../office.ts';

/** Finds the page of a resource, of the features that the office has. */
export const resourcePage = resourcePagesOf(sysWeb.filter(({ name }) => office.has(name)));
