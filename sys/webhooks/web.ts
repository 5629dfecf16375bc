import type { WebFeature } from '@back-office/web/shell/routing/web-feature.ts';
import { cellsOf } from '@back-office/web/crud/fields/cells.tsx';
import { lazyPart } from '@back-office/web/platform/timing/lazy-part.ts';
import { webhook } from './webhook.ts';

// Not before the rows of a list.
const WebhookViewPage = lazyPart(async () => (await import('./web/webhook-view-page.tsx')).WebhookViewPage);
const DeliveryListPage = lazyPart(async () => (await import('./web/delivery-list-page.tsx')).DeliveryListPage);
const EventsCell = lazyPart(async () => (await import('./web/events-field.tsx')).EventsCell);
const EventsInput = lazyPart(async () => (await import('./web/events-field.tsx')).EventsInput);

/** What of this feature's pages differs from the pattern. */
export const webhooksWeb: WebFeature = {
  name: 'webhooks',
  pages: { 'sys/webhook/view': WebhookViewPage, 'sys/webhook-delivery/list': DeliveryListPage },
  cells: cellsOf(webhook, { events: { Cell: EventsCell, Input: EventsInput } }),
};
