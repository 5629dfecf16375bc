import type { IconDefinition } from '@ant-design/icons-svg/es/types';
import type { RouteRecord } from '@back-office/contract/office/route-record.ts';
import type { ComponentType } from 'react';
import type { NeededRight } from '../../platform/session/use-allowed.ts';

/** An item of the top bar. */
export interface TopBarItem {
  /** What people call it; said where it could not be drawn. */
  readonly title: string;
  /** Its place: the smaller stands further left. */
  readonly order: number;
  readonly Item: ComponentType<{ routes: RouteRecord[] }>;
}

/** A card of the home page. */
export interface HomeCard {
  readonly name: string;
  /** What people call it; said where it could not be drawn. */
  readonly title: string;
  /** Its place, until the person arranges the page: the smaller stands higher. */
  readonly order: number;
  /** Who has it; everybody when absent. */
  readonly right?: NeededRight;
  /** Half a row where there is room for two; a row of its own when absent. */
  readonly width?: 'half' | 'full';
  /** Drawn without antd, and with the shell; or by `lazyPart`, whatever is fetched when the page is shown. */
  readonly Card: ComponentType;
}

/** A command of the palette, which finds it by its title and the pinyin of that. */
export type PaletteEntry = {
  readonly name: string;
  readonly title: string;
  /** What tells it from others, beside the title. */
  readonly detail?: string;
  /** Its place among those that match: the smaller stands higher. */
  readonly order: number;
  /** Who has it; everybody when absent. */
  readonly right?: NeededRight;
  /** A name of the palette's icons or of the menu's. */
  readonly icon?: string;
  /** The keys that do the same, as people read them: Ctrl Alt L. */
  readonly keys?: string;
} & ({ readonly path: string } | { readonly run: () => void | Promise<void> });

/** A record as the palette found it. */
export interface PaletteRecord {
  readonly id: string;
  readonly label: string;
  readonly detail: string;
}

/** What the palette does with a record that it finds: typed before its name, such as 重置密码 王伟. */
export interface RecordCommand {
  readonly name: string;
  readonly title: string;
  readonly resource: string;
  readonly order: number;
  /** Who has it; everybody when absent. */
  readonly right?: NeededRight;
  readonly icon?: string;
  readonly run: (record: PaletteRecord) => void | Promise<void>;
}

/**
 * A feature's parts of the shell, which is rendered before antd has loaded: they must be light. Its heavier pages are fetched
 * when they are opened. Has the same name as its declarations (`Feature`).
 */
export interface ShellFeature {
  readonly name: string;
  readonly topBar?: readonly TopBarItem[];
  /** Pages drawn without antd, by component key; they come with the shell. */
  readonly plainPages?: Readonly<Record<string, ComponentType>>;
  /** Pages of a component key of their own, such as `profile`. */
  readonly lazyPages?: Readonly<Record<string, () => Promise<ComponentType>>>;
  readonly home?: readonly HomeCard[];
  readonly palette?: readonly PaletteEntry[];
  readonly paletteRecords?: readonly RecordCommand[];
  /** Icons of its own for the menu, under names that begin with the module's, such as `acme-car`; of `@ant-design/icons-svg` or drawn by hand. */
  readonly icons?: Readonly<Record<string, IconDefinition>>;
}
