import type { ServerFeature, Services } from '@back-office/server/office/server-feature.ts';
import type { Settings } from '@back-office/server/platform/settings.ts';
import type { WaySettings } from '@back-office/server/platform/way-settings.ts';
import { dingtalk } from './server/dingtalk.ts';
import { feishu } from './server/feishu.ts';
import { wecom } from './server/wecom.ts';
import type { Workplace } from './server/workplace.ts';
import { workplaceWay } from './server/workplace-way.ts';

/** The vendors that people sign in by, as many apps as are set. */
export const workplacesServer: ServerFeature = {
  name: 'workplaces',
  signInWays: (services) => workplacesOf(services).map(workplaceWay),
  directories: (services) => workplacesOf(services).map(({ id, label, issuer, read }) => ({ id, label, issuer, read })),
};

const adapters: Partial<Record<WaySettings['kind'], (way: WaySettings, clock: () => Date) => Workplace>> = {
  WECOM: wecom,
  DINGTALK: dingtalk,
  FEISHU: feishu,
};

/** Those of each server, made once: signing in and synchronising share an app's token. */
const made = new WeakMap<Settings, readonly Workplace[]>();

function workplacesOf({ settings, clock }: Pick<Services, 'settings' | 'clock'>): readonly Workplace[] {
  const known = made.get(settings) ?? settings.ways.flatMap((way) => adapters[way.kind]?.(way, clock) ?? []);
  made.set(settings, known);
  return known;
}
