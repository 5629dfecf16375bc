import { BarChart, LineChart } from 'echarts/charts';
import { GridComponent, LegendComponent, TooltipComponent } from 'echarts/components';
import { init, use as register } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import { useEffect, useRef } from 'react';
import { useDark } from '@back-office/web/platform/appearance/use-dark.ts';
import type { ChartData } from './chart-data.ts';
import { runWhenIdle } from './run-when-idle.ts';

register([BarChart, LineChart, GridComponent, LegendComponent, TooltipComponent, CanvasRenderer]);

/** Draws the figures; the table behind it says the same in words. */
export function Chart({ data }: { data: ChartData }) {
  const dark = useDark();
  const place = useRef<HTMLDivElement>(null);
  const chart = useRef<ReturnType<typeof init>>(undefined);
  useEffect(() => {
    const element = place.current;
    if (element === null) return undefined;
    const watch = new ResizeObserver(() => {
      // In a hidden tab there is no room to draw in.
      if (element.clientWidth > 0) chart.current?.resize();
    });
    watch.observe(element);
    return () => {
      watch.disconnect();
      chart.current?.dispose();
      chart.current = undefined;
    };
  }, []);
  useEffect(() => {
    const element = place.current;
    if (element === null) return undefined;
    // All at once would stop a slow machine for half a second: of a new chart the axes come before what they measure.
    const draw = ({ series, tooltip, ...axes }: ReturnType<typeof optionOf>, whole: boolean): void => {
      chart.current?.setOption(whole ? { ...axes, tooltip, series } : axes, { notMerge: true, lazyUpdate: true });
    };
    const option = () => optionOf(data, coloursOf(element));
    const begin = [() => void (chart.current = init(element)), () => draw(option(), false)];
    return runWhenIdle(...(chart.current === undefined ? begin : []), () => draw(option(), true));
  }, [data, dark]);
  return <div ref={place} className="home-chart" role="img" aria-label={`${data.title}，图`} />;
}

/** The page's colours as a canvas knows them: light or dark, whichever holds. */
function coloursOf(element: HTMLElement) {
  const colour = (name: string): string => {
    element.style.color = `var(--${name})`;
    const { color } = getComputedStyle(element);
    element.style.color = '';
    return color;
  };
  return {
    line: colour('line'),
    soft: colour('text-soft'),
    text: colour('text'),
    raised: colour('raised'),
    series: [colour('brand-strong'), colour('danger')],
    font: getComputedStyle(element).fontFamily,
  };
}

function optionOf({ kind, words, rows }: ChartData, colours: ReturnType<typeof coloursOf>) {
  const share = kind === 'share';
  const names = {
    type: 'category' as const,
    data: kind === 'line' ? words.map((word) => word.slice(5)) : words,
    inverse: share,
    axisTick: { show: false },
    axisLine: { lineStyle: { color: colours.line } },
    axisLabel: { color: colours.soft },
  };
  const values = {
    type: 'value' as const,
    minInterval: 1,
    splitLine: { lineStyle: { color: colours.line } },
    axisLabel: { color: colours.soft },
  };
  return {
    animation: !matchMedia('(prefers-reduced-motion: reduce)').matches,
    animationDuration: 300,
    color: colours.series,
    textStyle: { fontFamily: colours.font },
    grid: { left: 8, right: 20, top: rows.length > 1 ? 36 : 12, bottom: 4, containLabel: true },
    tooltip: {
      trigger: 'axis' as const,
      confine: true,
      backgroundColor: colours.raised,
      borderColor: colours.line,
      textStyle: { color: colours.text },
    },
    ...(rows.length > 1 ? { legend: { top: 0, right: 0, textStyle: { color: colours.text } } } : {}),
    xAxis: share ? values : names,
    yAxis: share ? names : values,
    series: rows.map((row) => ({
      name: row.label,
      data: row.values,
      ...(kind === 'line'
        ? { type: 'line' as const, smooth: false, showSymbol: false, lineStyle: { width: 2 } }
        : { type: 'bar' as const, barMaxWidth: 18 }),
    })),
  };
}
