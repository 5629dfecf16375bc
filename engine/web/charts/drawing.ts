import type { ChartData } from './chart-data.ts';

/** Props of a drawing: its data, its size, and the index of the pointed word. */
export interface Drawing {
  readonly data: ChartData;
  readonly width: number;
  readonly height: number;
  readonly pointed: number | undefined;
}
