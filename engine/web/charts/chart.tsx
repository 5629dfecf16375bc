import { type PointerEvent, useState } from 'react';
import { AxisChart } from './axis-chart.tsx';
import type { ChartData } from './chart-data.ts';
import { ChartTip } from './chart-tip.tsx';
import './chart.css';
import { ShareChart } from './share-chart.tsx';
import { useSize } from '../platform/ui/use-size.ts';

/** Draws the figures at the available size; the table beside it contains the same in text. */
export function Chart({ data }: { data: ChartData }) {
  const [place, { width, height }] = useSize<HTMLDivElement>();
  const [pointed, setPointed] = useState<{ at: number; x: number; y: number }>();
  const isShareChart = data.kind === 'share';
  const point = (event: PointerEvent<HTMLElement>): void => {
    const box = event.currentTarget.getBoundingClientRect();
    const [x, y] = [event.clientX - box.x, event.clientY - box.y];
    // The pointer's label is read from the rendered chart, so that no position is computed twice.
    const words = [...event.currentTarget.querySelectorAll<SVGElement>('[data-word]')];
    const at = words.findIndex((word) => {
      const { left, right, top, bottom } = word.getBoundingClientRect();
      return isShareChart ? event.clientY >= top && event.clientY < bottom : event.clientX >= left && event.clientX < right;
    });
    setPointed(at < 0 ? undefined : { at, x, y });
  };
  const drawing = { data, width, height, pointed: pointed?.at };
  return (
    <div
      ref={place}
      className="chart"
      role="img"
      aria-label={`${data.title}，图`}
      onPointerMove={point}
      onPointerDown={point}
      onPointerLeave={() => setPointed(undefined)}
    >
      {width > 0 && (isShareChart ? <ShareChart {...drawing} /> : <AxisChart {...drawing} />)}
      {pointed !== undefined && <ChartTip data={data} {...pointed} width={width} />}
    </div>
  );
}
