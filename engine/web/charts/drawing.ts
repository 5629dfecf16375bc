import type { ChartData } from './chart-data.ts';

/** What a drawing needs: its figures, its room, and the word that is pointed at. */
export interface Drawing {
  readonly data: ChartData;
  readonly width: number;
  readonly height: number;
  readonly pointed: number | undefined;
}
