import type { RouteRecord } from '@back-office/contract/office/route-record.ts';
import type { ComponentType } from 'react';

/** An item of the top bar. */
export interface TopBarItem {
  /** Its place: the smaller stands further left. */
  readonly order: number;
  readonly Item: ComponentType<{ routes: RouteRecord[] }>;
}

/**
 * What a feature puts into the shell, which is there before antd: it must be light. Its pages that need more are fetched
 * when they are opened. Under the name of its declarations (`Feature`).
 */
export interface ShellFeature {
  readonly name: string;
  readonly topBar?: readonly TopBarItem[];
  /** Pages drawn without antd, by component key; they come with the shell. */
  readonly plainPages?: Readonly<Record<string, ComponentType>>;
  /** Pages of a component key of their own, such as `profile`. */
  readonly lazyPages?: Readonly<Record<string, () => Promise<ComponentType>>>;
}
